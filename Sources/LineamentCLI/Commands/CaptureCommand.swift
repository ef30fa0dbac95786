// SPDX-License-Identifier: Apache-2.0
internal import ArgumentParser
internal import Foundation
internal import Lineament
internal import LineamentCapture
internal import LineamentImages
internal import LineamentTasks
internal import LineamentVideo

struct CaptureCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "capture",
        abstract: "Record people's movements for animation programs, avatars and OpenSim.",
        discussion: """
            Reads a video, a camera or a stream, or the JSON lines that holistic-landmarker, pose-landmarker, \
            face-landmarker or hand-landmarker wrote for one. Smooths the recording afterwards, which moves nothing in \
            time, bridges short gaps, and writes the format that the file's name says:

            .bvh            a skeleton and its rotations, for Blender, Maya and others
            .glb            the same as glTF, with the weights of the face's blendshapes
            .vrma           VRM Animation, for avatars
            .trc            OpenSim's markers, those of Pose2Sim's BlazePose model
            .mot            OpenSim's table of joint angles
            .livelink.csv   the table that Live Link Face records: 52 shapes, head, eyes
            NAME_json       a folder of OpenPose's JSON, as Pose2Sim reads it
            .pose           body, face and hands for sign-language-processing
            .csv            a table with one row for each time, track and point

            With --send, the movements of one person go to another program as they happen, from a camera or at the pace \
            of a file: vmc (bones and expressions, as VSeeFace, VNyan and Warudo read them), livelink (the face, for \
            Unreal), ifacialmocap (the face).

            Formats that hold one person have a file for each: dance_1.bvh, dance_2.bvh. If the input is damaged, \
            what came before is written, and the exit status is 1.

            Examples:
              lineament capture dance.mp4 --output dance.bvh
              lineament capture walk.mp4 --output walk.trc --camera-fov 41 --num-people 1
              lineament capture talk.mp4 --output talk.livelink.csv
              lineament capture clip.jsonl --output clip.csv --smooth none
              lineament capture dance.mp4 --output dance.bvh --output dance.csv
              lineament capture clips/ --output movements --format bvh
              lineament capture camera:/dev/video0 --send vmc://127.0.0.1:39539 --calibrate
            """)

    @OptionGroup(title: "Recording") var recording: CaptureRecordingOptions
    @OptionGroup(title: "Sending") var live: CaptureLiveOptions
    @OptionGroup(title: "Cleaning") var cleaning: CaptureCleaningArguments
    @OptionGroup(title: "Input") var input: CaptureInputOptions
    @OptionGroup(title: "Speed and limits") var hardware: HardwareOptions

    func validate() throws {
        try cleaning.check(CaptureChoices.table)
        guard recording.output.isEmpty != live.send.isEmpty else {
            throw ValidationError("capture needs either --output FILE or --send ADDRESS.")
        }
        guard recording.output.isEmpty || recording.rows.format != nil || !input.isFolder else {
            throw ValidationError("\(input.input) is a folder, so add --format, such as --format bvh.")
        }
        guard recording.output.count < 2 || !input.isFolder else {
            throw ValidationError("\(input.input) is a folder, whose recordings go to one --output.")
        }
        guard recording.output.count < 2 || recording.rows.format == nil else {
            throw ValidationError("--format is for one --output. The names of several say their formats.")
        }
        guard !live.send.isEmpty else { return }
        guard (input.numPeople ?? .atMost(1)).number == 1 else {
            throw ValidationError("--send takes one person, so omit --num-people.")
        }
        if let option = recording.optionOfFiles
            ?? (input.isJSONLines ? nil : cleaning.firstGiven(in: CaptureChoices.table))
        {
            throw ValidationError("\(option) is for recordings. Omit it with --send.")
        }
    }

    func run() throws {
        Interruption.watch()
        if recording.messages.quiet { MessageLogHandler.hideNotices() }
        let failure =
            if recording.output.isEmpty {
                try send()
            } else if input.isFolder {
                try writeAll(to: recording.output[0])
            } else {
                try write(input.input, to: recording.output)
            }
        if Interruption.isRequested { throw ExitCode(Interruption.status) }
        if failure != nil { throw ExitCode.failure }
    }

    /// The options of the recording.
    private var choices: CaptureChoices {
        let choices = CaptureChoices()
        CaptureChoices.table.set(choices, to: recording.rows.values)
        CaptureChoices.table.set(choices, to: cleaning.values)
        choices.calibrates = live.calibrate
        return choices
    }

    /// Writes the recordings of a folder's videos to another folder. A failure does not stop the others.
    /// - Returns: the last error.
    private func writeAll(to folder: String) throws -> LineamentError? {
        let format = try recording.chosenFormat(of: folder)
        var failure: LineamentError?
        let videos = MediaInput.all(from: [input.input], mode: .video)
        let names = UniqueNames.assigned(
            to: videos.map { ($0.relativePath as NSString).deletingPathExtension + format.nameEnding })
        for (media, name) in zip(videos, names) where !Interruption.isRequested {
            do {
                if case .unusable(let error) = media.origin { throw error }
                failure = try write(media.source, to: [OutputPath.joined(folder, name)]) ?? failure
            } catch {
                let error = LineamentError(reporting: error)
                let isNamed = error.message.contains(media.source)
                StandardError.write(.error, isNamed ? error.summary : "\(media.source): \(error.summary)")
                failure = error
            }
        }
        return failure
    }

    /// Writes the recording of a video or of JSON lines.
    /// - Returns: the error that ended the input early.
    private func write(_ path: String, to outputs: [String]) throws -> LineamentError? {
        let targets = try outputs.map { CaptureTarget(path: $0, format: try recording.chosenFormat(of: $0)) }
        let choices = choices
        // Before the work, which may take long.
        for (index, target) in targets.enumerated() {
            try target.check(input: path)
            guard !targets[..<index].contains(where: target.isSame) else {
                throw ValidationError("--output \(outputs[index]) is given twice.")
            }
        }
        let (captured, failure) = try input.read(
            path, for: targets.map(\.format), camera: choices.options.motion, hardware,
            showsProgress: !recording.messages.quiet)
        clearProgress()
        if let failure { StandardError.write(.error, failure.summary) }
        let cleaned = try captured.cleaned(choices.cleaning)
        let even = try choices.rate.map { try cleaned.resampled(rate: $0) } ?? cleaned
        let written = targets.map { target in Result { try target.write(even, choices.options) } }
        let outcomes = written.compactMap { try? $0.get() }
        if !recording.messages.quiet, !outcomes.isEmpty {
            let people = try Self.people(in: even, of: outcomes)
            StandardError.write("\(even.frameCount.counted("frame")), \(people) → \(outcomes.summary)")
        }
        let failed = zip(outputs, written).compactMap { path, outcome -> (path: String, error: any Error)? in
            if case .failure(let error) = outcome { (path, error) } else { nil }
        }
        for (path, error) in failed.dropFirst() {
            StandardError.write(.error, "\(path.onOneLine): \((error as? LineamentError)?.message ?? "\(error)")")
        }
        if let (path, error) = failed.first { try LineamentError.naming(path) { throw error } }
        return failure
    }

    /// Returns how many people there are, and of how many of them there are files.
    private static func people(in recording: LongRecording, of outcomes: [CaptureTarget.Outcome]) throws -> String {
        let count = try recording.trackIDs().count
        let people = count == 1 ? "1 person" : "\(count) people"
        let written = outcomes.filter { !$0.format.holdsSeveralPeople }.map(\.fileCount).min() ?? count
        return written < count ? "\(written) of \(people)" : people
    }

    /// Sends the movements.
    /// - Returns: the error that ended the input early.
    private func send() throws -> LineamentError? {
        let choices = choices
        let (count, failure) = try input.send(
            to: live, cleaning: choices.cleaning, rate: choices.rate, camera: choices.options.motion, hardware,
            showsProgress: !recording.messages.quiet)
        clearProgress()
        if let failure { StandardError.write(.error, failure.summary) }
        if !recording.messages.quiet {
            StandardError.write("\(count.counted("frame")) → \(live.send.joined(separator: ", "))")
        }
        return failure
    }

    private func clearProgress() {
        if !recording.messages.quiet, StandardError.isTerminal { StandardError.showProgress("") }
    }
}
