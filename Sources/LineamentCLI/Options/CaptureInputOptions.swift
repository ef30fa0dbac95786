// SPDX-License-Identifier: Apache-2.0
internal import ArgumentParser
internal import Foundation
internal import Lineament
internal import LineamentCapture
internal import LineamentTasks
internal import LineamentVideo

/// The input of a recording.
struct CaptureInputOptions: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            """
            A video, camera:/dev/video0, an rtsp(s):// or http(s):// address, a .jsonl file of a video's results, or a \
            folder of videos, for which --output is a folder, too.
            """, valueName: "input"),
        completion: .file())
    var input: String

    @Option(
        help: ArgumentHelp(
            "Maximum number of people: a number from 1, or all. Default: all, with --send 1.", valueName: "n"))
    var numPeople: SubjectLimit?

    @OptionGroup var range: VideoRangeOptions

    @Option(help: ArgumentHelp("Threads per inference. 0: chosen automatically.", valueName: "n"))
    var threads = 0

    func validate() throws {
        try OptionRange.check(threads, in: SpeedOptions.threadRange, "--threads")
    }

    /// Whether the input is a folder.
    var isFolder: Bool { OutputPath.isFolder(input) }

    /// Whether the input is a recording already.
    var isJSONLines: Bool { Self.isJSONLines(input) }

    private static func isJSONLines(_ path: String) -> Bool {
        ["jsonl", "ndjson", "json"].contains((path as NSString).pathExtension.lowercased())
    }

    /// Reads a video or JSON lines, and finds the people in it if it is a video.
    /// - Parameters:
    ///   - path: The input, or a file in its folder.
    ///   - formats: The formats that it is for; at least one.
    ///   - camera: The angle of view or the focal length of the camera.
    ///   - showsProgress: Whether a terminal shows how far it is.
    /// - Returns: the recording, and the error that ended it early; `nil` if it is whole.
    /// - Throws: an error if there is no recording at all.
    func read(
        _ path: String, for formats: [CaptureFormat], camera: MotionOptions, _ hardware: HardwareOptions,
        showsProgress: Bool
    ) throws -> (recording: LongRecording, failure: LineamentError?) {
        let keepsFacePoints = formats.contains(where: \.needsFacePoints)
        if Self.isJSONLines(path) {
            let lines = try LongRecording.read(jsonLines: URL(verbatimPath: path), keepsFacePoints: keepsFacePoints)
            return (lines.recording, lines.error)
        }
        let media = try Self.video(path)
        let task = try CaptureTask(
            CaptureSubject(of: formats), maximum: (numPeople ?? .all).number, smoothing: .none, camera: camera,
            baseOptions: baseOptions(hardware))
        let frames = try open(media, readsAhead: true)
        defer { frames.stop() }
        return try task.record(
            frames, of: path, keepsFacePoints: keepsFacePoints, didAdd: Self.progress(showsProgress))
    }

    /// Sends the movements of one person while the input runs.
    /// - Parameters:
    ///   - cleaning: The cleaning of a recording that is there already.
    ///   - rate: The largest number of frames in a second; `nil` for no limit.
    /// - Returns: the number of frames that were sent, and the error that ended it early.
    func send(
        to live: CaptureLiveOptions, cleaning: CleaningOptions, rate: Double?, camera: MotionOptions,
        _ hardware: HardwareOptions, showsProgress: Bool
    ) throws -> (count: Int, failure: LineamentError?) {
        let didSend = Self.progress(showsProgress)
        if isJSONLines {
            let lines = try LongRecording.read(jsonLines: URL(verbatimPath: input), keepsFacePoints: false)
            let sender = try live.sender(rate: rate ?? lines.recording.frameRate)
            var capture = LiveCapture(sender, LivePace(waits: true, rate: rate), didSend: didSend)
            try capture.send(lines.recording.cleaned(cleaning))
            return (capture.count, lines.error)
        }
        let media = try Self.video(input)
        let needsBody = try live.addresses.contains { $0.kind.needsBody }
        let task = try CaptureTask(
            needsBody ? .people(blendshapes: true) : .faces, maximum: 1, smoothing: .everyone, camera: camera,
            baseOptions: baseOptions(hardware))
        // A camera does not wait for its reader.
        let frames = try open(media, readsAhead: media.isVideoFile)
        defer { frames.stop() }
        // An input with an end is a file, also at an address.
        let sender = try live.sender(rate: rate ?? frames.reader.frameRate ?? LiveSender.usualRate)
        var capture = LiveCapture(sender, LivePace(waits: frames.reader.duration != nil, rate: rate), didSend: didSend)
        let failure = capture.send(frames, task)
        return (capture.count, failure)
    }

    private func baseOptions(_ hardware: HardwareOptions) -> BaseOptions {
        let options = BaseOptions()
        options.gpu = hardware.gpu
        options.numThreads = threads
        return options
    }

    private static func video(_ path: String) throws -> MediaInput {
        let media = MediaInput.all(from: [path], mode: .video)
        if media.count == 1, media[0].isVideo { return media[0] }
        throw ValidationError("\(path) is not one video, camera, stream or .jsonl file.")
    }

    private func open(_ media: MediaInput, readsAhead: Bool) throws -> PrefetchedFrames {
        guard case .video(let source) = media.origin else { throw ValidationError("\(media.source) is not a video.") }
        var options = VideoReader.Options()
        range.fill(&options)
        options.squaresPixels = true
        options.cancellation = ReadCancellation { Interruption.isRequested }
        options.waitingAudio = .dropped
        do {
            return try PrefetchedFrames(
                source, options: options, readsAhead: readsAhead, maxMemory: SystemMemory.total / 8)
        } catch let error as LineamentError {
            throw media.openingError(error, imageRemedy: "It is an image, in which nothing moves; give a video.")
        }
    }

    /// Returns a function that shows the number of frames in a terminal.
    private static func progress(_ isWanted: Bool) -> (_ count: Int) -> Void {
        let isShown = isWanted && StandardError.isTerminal
        return { count in
            if isShown, count.isMultiple(of: 10) { StandardError.showProgress("\(count) frames") }
        }
    }
}
