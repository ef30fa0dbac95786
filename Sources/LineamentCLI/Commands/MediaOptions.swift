internal import ArgumentParser
internal import Foundation
internal import Lineament
internal import LineamentImages
internal import LineamentVideo

/// What files that could be a picture or a video are taken for.
enum InputMode: String, ExpressibleByArgument, CaseIterable, Sendable {
    case image, video
}

/// How much of a large JPEG picture is decoded.
enum DecodeChoice: String, ExpressibleByArgument, CaseIterable, Sendable {
    case full, scaled

    var detail: DecodingDetail { self == .full ? .full : .scaled }
}

/// What every command that works on pictures and videos takes.
struct MediaOptions: ParsableArguments {
    @Argument(
        help:
            "Pictures, videos, folders of them, camera:/dev/video0, rtsp:// and http:// addresses, - for a picture on standard input."
    )
    var inputs: [String]

    @Option(help: "Take files for pictures (image) or videos (video). Default: by their names.")
    var runningMode: InputMode?

    @Option(help: "Seconds of a video to pass over at its beginning.")
    var start = 0.0

    @Option(help: "Seconds of a video to work on. Default: all.")
    var duration: Double?

    @Option(help: "Work on every n-th frame of a video only.")
    var every = 1

    @Option(help: "Model file. Default: the one that `lineament models` lists.")
    var model = ""

    @Option(help: "Threads for each model run. 0: as many as are of use, one for each job if there are several.")
    var threads = 0

    @Option(
        help: "Pictures, or video files, worked on at once. 0: one for each core. Annotated videos follow one another.")
    var jobs = 0

    @Option(help: "Largest picture or frame to decode, in pixels.")
    var maxPixels = ImageDecoder().maxPixels

    @Option(
        help:
            "full: decode JPEG pictures whole. scaled: large ones as coarsely as they are looked at (with --range short or full)."
    )
    var decode = DecodeChoice.full

    @Option(name: [.short, .long], help: "File for the results. Default: standard output.")
    var output: String?

    @Option(help: "json: one object a line for each picture or frame. csv: one line for each face.")
    var format = ResultFormat.json

    @Option(
        help:
            "Draw what was found: a file for one input (.jpg, .png, .webp; .mp4, .mov, .mkv, .webm), a folder for many inputs or for the frames of one video."
    )
    var annotate: String?

    /// Beyond these, numbers are slips of the keyboard, and sums with them might not fit.
    private static let mostSeconds = 1e9
    private static let mostFrames = 1_000_000_000
    private static let mostJobs = 1024
    private static let mostThreads = 64

    func validate() throws {
        try Self.check(jobs, in: 0...Self.mostJobs, "--jobs")
        try Self.check(threads, in: 0...Self.mostThreads, "--threads")
        try Self.check(every, in: 1...Self.mostFrames, "--every")
        try Self.check(start, in: 0...Self.mostSeconds, "--start")
        try Self.check(duration ?? 1, in: Double.leastNonzeroMagnitude...Self.mostSeconds, "--duration")
        guard maxPixels > 0 else { throw ValidationError("--max-pixels must be at least 1.") }
        guard inputs.filter({ $0 == "-" }).count <= 1 else {
            throw ValidationError("- (standard input) can be named once only.")
        }
    }

    private static func check(_ number: Int, in range: ClosedRange<Int>, _ option: String) throws {
        guard range.contains(number) else {
            throw ValidationError("\(option) must be \(range.lowerBound) to \(range.upperBound), not \(number).")
        }
    }

    /// No range has NaN in it.
    private static func check(_ seconds: Double, in range: ClosedRange<Double>, _ option: String) throws {
        guard range.contains(seconds) else {
            let least = range.lowerBound == 0 ? "0" : "more than 0"
            throw ValidationError(
                "\(option) must be \(least) and at most \(Int(range.upperBound)) seconds, not \(seconds).")
        }
    }
}

extension MediaOptions {
    /// What is read and written.
    /// - Parameter masks: the folder for masks, if they are asked for.
    func plan(masks: String? = nil) throws -> MediaPlan { try MediaPlan(options: self, masks: masks) }

    /// What the tasks are told of the model and threads.
    func baseOptions(for plan: MediaPlan) -> BaseOptions {
        let options = BaseOptions()
        options.modelAssetPath = model
        let isParallel = workers(for: plan) > 1 && !plan.inputs.contains(where: plan.isExclusive)
        options.numThreads = threads == 0 && isParallel ? 1 : threads
        return options
    }

    /// Works on all inputs of a plan.
    /// - Throws: `ExitCode.failure` if some input failed.
    func run<Output: Sendable>(_ task: MediaTask<Output>, on plan: MediaPlan) throws {
        try MediaPipeline(
            task: task, plan: plan, format: format, decoder: decoder, readerOptions: readerOptions,
            workers: workers(for: plan)
        ).run()
    }

    /// How many inputs to work on at once.
    private func workers(for plan: MediaPlan) -> Int {
        max(1, min(jobs == 0 ? Cores.available : jobs, plan.inputs.count))
    }

    private var decoder: ImageDecoder {
        var decoder = ImageDecoder()
        decoder.maxPixels = maxPixels
        decoder.detail = decode.detail
        return decoder
    }

    private var readerOptions: VideoReader.Options {
        var options = VideoReader.Options()
        options.start = start
        options.duration = duration
        options.every = every
        options.maxPixels = maxPixels
        return options
    }
}
