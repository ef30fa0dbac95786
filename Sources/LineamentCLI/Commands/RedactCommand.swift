// SPDX-License-Identifier: Apache-2.0
internal import ArgumentParser
internal import Foundation
internal import Lineament
internal import LineamentTools
internal import LineamentTasks
internal import LineamentVideo

struct RedactCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "redact",
        abstract: "Make faces, heads or people in images and videos unrecognizable.",
        discussion: """
            Writes copies; the originals stay. A copy has the pixels, the color profile of an image and, for videos, the audio, \
            and nothing else of the original: no camera data, locations, comments, thumbnails, further images, cover art, \
            chapters, subtitles or data tracks. File names are not anonymized, and a JPEG copy is compressed and turned as its original.

            In videos, faces are tracked: gaps of up to 1.5 seconds in the detection of a face are bridged, and each face is \
            also covered for half a second before it is first detected and after it is last detected. With --report, each \
            image and frame has a line with what was covered and what is worth a look. PNG and WebP copies keep transparency; \
            what it hides is gone.

            A blurred or pixelated face is reduced to a few cells of low contrast, three quarters of its width each. That \
            hides it from people and detectors, but what remains can be compared with images of known people; --how fill \
            leaves nothing. No detector finds every face: look at the copies, or at --review, before you publish them.

            Examples:
              lineament redact party.jpg --output redacted.jpg
              lineament redact photos/ --output redacted/ --what heads --how fill
              lineament redact clip.mp4 --output out.mp4 --report out.jsonl --strict
              lineament redact clip.mp4 --plan clip.json
              lineament redact clip.mp4 --from clip.json --output redacted.mp4
            """)

    @OptionGroup(title: "Redaction") var redaction: RedactionOptions
    @OptionGroup(title: "Input") var input: InputOptions
    @OptionGroup(title: "Speed and limits") var speed: SpeedOptions

    func run() throws {
        let plan = try redaction.rows.from.map(RedactionPlan.init(contentsOf:))
        var settings = try redaction.settings(input: input, speed: speed)
        if plan != nil { try redaction.checkRange(settings.input) }
        settings.plan = MediaSettings.Output("--plan", redaction.rows.plan)
        let run = try MediaRun(settings)
        if let plan { try render(plan, run) } else { try analyze(run) }
    }

    /// Looks for faces, and writes copies, a plan, or both.
    private func analyze(_ run: MediaRun) throws {
        let options = try redaction.options(for: run.plan)
        let planned = plannedRun(options)
        let boxes = try redaction.rows.areas.map { try GivenAreas(contentsOf: $0, for: run.plan.inputs) }
        let redactor = try Redactor(options: options, baseOptions: run.baseOptions)
        let tally = RedactionTally()
        let isReview = redaction.rows.review
        let output = RedactionOutput(method: options.method, isReview: isReview)
        let pipeline = pipeline(run, output) { [inputs = run.plan.inputs, start = input.range.start] index in
            let output = RedactionOutput(method: options.method, isReview: isReview) { tally.add($0, of: index) }
            let given = try boxes?.boxes(of: inputs[index], start: start) ?? []
            let task = RedactionTask(redactor, output, covering: given, didMissBoxes: tally.miss)
            return try planned?.task(index, of: inputs[index], task) ?? task
        }
        let result = Result { try pipeline.run() }
        let plan = planned?.plan
        if let plan, !plan.inputs.isEmpty, let path = redaction.rows.plan, !Interruption.isRequested {
            try plan.write(to: path)
        }
        try result.get()
        if !redaction.messages.quiet {
            let notes = [
                redaction.output == nil ? nil : tally.noteOnTracks(options.kept),
                tally.noteOnDoubts(report: redaction.report), tally.noteOnMissedBoxes,
                plan == nil ? tally.noteOnNobody(in: run.plan.inputs.map(\.source)) : plan?.noteOnDoubts,
            ]
            for note in notes.compactMap(\.self) { StandardError.write(.note, note) }
        }
        let isDoubtful = tally.isDoubtful || (redaction.output == nil && plan?.hasDoubts == true)
        if redaction.strict, isDoubtful { throw ExitCode(Self.doubtStatus) }
    }

    /// Returns the run that makes the plan, also to say where to look first in a review; `nil` if neither is wanted.
    private func plannedRun(_ options: RedactorOptions) -> PlannedRun? {
        guard redaction.rows.plan != nil || (redaction.rows.review && options.subject != .people) else { return nil }
        var planOptions = RedactionPlan.Options(options)
        planOptions.start = input.range.start
        planOptions.duration = input.range.duration
        planOptions.every = input.range.every
        return PlannedRun(
            planOptions, covers: options.covers, isWritten: redaction.rows.plan != nil,
            hasThumbnails: redaction.rows.thumbnails)
    }

    /// Writes the copies that a plan describes.
    private func render(_ plan: RedactionPlan, _ run: MediaRun) throws {
        let covers = try redaction.options(for: run.plan).covers
        let output = RedactionOutput(method: try redaction.method(of: plan.options), isReview: redaction.rows.review)
        var pipeline = pipeline(run, output) { [inputs = run.plan.inputs] index in
            let input = try plan.input(sha256: inputs[index].digest(), file: inputs[index].relativePath)
            return PlannedRedaction(plan, of: input, covers: covers, output)
        }
        pipeline.readerOptions.start = plan.options.start
        pipeline.readerOptions.duration = plan.options.duration
        pipeline.readerOptions.every = plan.options.every
        try pipeline.run()
    }

    private func pipeline(
        _ run: MediaRun, _ output: RedactionOutput,
        task: @escaping @Sendable (_ index: Int) throws -> any LoadedTask<RedactionOutput>
    ) -> MediaPipeline<RedactionOutput> {
        var pipeline = MediaPipeline(output, run, task: task)
        pipeline.encoding = AnnotatedVideoOutput.Encoding(sound: redaction.sound == .copy ? .copied : .dropped)
        pipeline.encoding.options.constantRateFactor = redaction.crf
        pipeline.videoOptions += redaction.videoOptions
        pipeline.readerOptions.squaresPixels = true
        return pipeline
    }

    /// The exit status with `--strict` if something is worth a look.
    private static let doubtStatus: Int32 = 3
}
