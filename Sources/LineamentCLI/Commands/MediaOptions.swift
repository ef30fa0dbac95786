internal import ArgumentParser
internal import Foundation
internal import Lineament
internal import LineamentImages
internal import LineamentVideo

/// The interpretation of files that could be an image or a video.
enum InputMode: String, ExpressibleByArgument, CaseIterable, Sendable {
    case image, video
}

/// The resolution at which large JPEG images are decoded.
enum DecodeChoice: String, ExpressibleByArgument, CaseIterable, Sendable {
    case full, scaled

    var detail: DecodingDetail { self == .full ? .full : .scaled }
}

/// The arguments and options of every command that processes images and videos.
struct MediaOptions: ParsableArguments {
    @Argument(
        help:
            """
            Images, videos, folders of them, camera:/dev/video0, rtsp:// or http:// addresses, or - for an image on \
            standard input.
            """
    )
    var inputs: [String]

    @Option(help: "Treat files as images (image) or videos (video). Default: by file extension.")
    var runningMode: InputMode?

    @Option(help: "Time to skip at the beginning of a video, in seconds.")
    var start = 0.0

    @Option(help: "Duration of a video to process, in seconds. Default: all of it.")
    var duration: Double?

    @Option(help: "Process only every n-th frame of a video.")
    var every = 1

    @Option(help: "Model file. Default: the model listed by `lineament models`.")
    var model = ""

    @Option(help: "Threads per inference. 0: chosen automatically, one per job if there are several jobs.")
    var threads = 0

    @Option(
        help: "Images or video files to process at once. 0: one per core. Annotated videos are processed one at a time."
    )
    var jobs = 0

    @Option(help: "Maximum size of an image or frame to decode, in pixels.")
    var maxPixels = ImageDecoder().maxPixels

    @Option(help: "Time limit for one image, in seconds. 0: none.")
    var timeout = 60.0

    @Option(
        help:
            """
            JPEG decoding. full: full resolution. scaled: large images at a reduced resolution (with --range short or \
            full).
            """
    )
    var decode = DecodeChoice.full

    @Option(name: [.short, .long], help: "Output file for the results. Default: standard output.")
    var output: String?

    @Option(help: "Output format. json: one object per image or frame and line. csv: one line per face or person.")
    var format = ResultFormat.json

    @Option(
        help:
            """
            Draw the results. A file for one input (.jpg, .png, .webp; .mp4, .mov, .mkv, .webm), or a folder for \
            several inputs or the frames of one video.
            """
    )
    var annotate: String?

    // Larger values are certainly typos, and sums with them could overflow.
    private static let maxSeconds = 1e9
    private static let maxFrames = 1_000_000_000
    private static let maxJobs = 1024
    private static let maxThreads = 64

    func validate() throws {
        try Self.check(jobs, in: 0...Self.maxJobs, "--jobs")
        try Self.check(threads, in: 0...Self.maxThreads, "--threads")
        try Self.check(every, in: 1...Self.maxFrames, "--every")
        try Self.check(start, in: 0...Self.maxSeconds, "--start")
        try Self.check(duration ?? 1, in: Double.leastNonzeroMagnitude...Self.maxSeconds, "--duration")
        try Self.check(timeout, in: 0...Self.maxSeconds, "--timeout")
        guard maxPixels > 0 else { throw ValidationError("--max-pixels must be at least 1.") }
        guard inputs.filter({ $0 == "-" }).count <= 1 else {
            throw ValidationError("- (standard input) can be given only once.")
        }
    }

    private static func check(_ number: Int, in range: ClosedRange<Int>, _ option: String) throws {
        guard range.contains(number) else {
            throw ValidationError("\(option) must be \(range.lowerBound) to \(range.upperBound), not \(number).")
        }
    }

    /// Throws if an option is outside its range. NaN is in no range, so it is rejected too.
    private static func check(_ seconds: Double, in range: ClosedRange<Double>, _ option: String) throws {
        guard range.contains(seconds) else {
            let least = range.lowerBound == 0 ? "0" : "more than 0"
            throw ValidationError(
                "\(option) must be \(least) and at most \(Int(range.upperBound)) seconds, not \(seconds).")
        }
    }
}

extension MediaOptions {
    /// Returns the inputs and outputs of the run.
    /// - Parameter masks: the folder for masks, if they were requested.
    func plan(masks: String? = nil) throws -> MediaPlan { try MediaPlan(options: self, masks: masks) }

    /// Returns the task options for the model and threads.
    func baseOptions(for plan: MediaPlan) -> BaseOptions {
        let options = BaseOptions()
        options.modelAssetPath = model
        let isParallel = workers(for: plan) > 1 && !plan.inputs.contains(where: plan.isExclusive)
        options.numThreads = threads == 0 && isParallel ? 1 : threads
        return options
    }

    /// Processes all inputs of a plan.
    /// - Throws: `ExitCode.failure` if any input failed.
    func run<Output: Sendable>(_ task: MediaTask<Output>, on plan: MediaPlan) throws {
        try MediaPipeline(
            task: task, plan: plan, format: format, decoder: decoder, readerOptions: readerOptions,
            timeLimit: timeout == 0 ? nil : timeout, workers: workers(for: plan)
        ).run()
    }

    /// Returns the number of inputs to process at once.
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
