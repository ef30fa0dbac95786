internal import ArgumentParser
internal import Lineament
internal import LineamentImages

/// The hardware that runs the models.
enum DelegateChoice: String, CaseIterable, ExpressibleByArgument {
    case cpu, gpu

    /// Makes the choice for all tasks of the program. Whoever asks a command for a GPU does not want anything else.
    func apply(halfPrecision: Bool) {
        GPUAccess.programUse = self == .gpu ? GPUUse(isRequired: true, allowsHalfPrecision: halfPrecision) : nil
    }

    /// - Throws: `ValidationError` if 16-bit floats are allowed for the CPU, which does not have them.
    func validate(halfPrecision: Bool) throws {
        guard self == .gpu || !halfPrecision else {
            throw ValidationError("--half-precision is for a GPU. Add --delegate gpu.")
        }
    }
}

/// The resources that a run may use.
struct SpeedOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            Images or video files to process at once, at most one per core. 0: one per core. Annotated videos are \
            processed one at a time. Fewer images are processed at once if together they would take too much memory.
            """, valueName: "n"))
    var jobs = 0

    @Option(
        help: ArgumentHelp(
            "Threads per inference. 0: chosen automatically, one per job if there are several jobs.", valueName: "n"))
    var threads = 0

    @Option(
        help: """
            Hardware that runs the models: cpu, or gpu, which fails if there is no GPU that computes them correctly. It \
            requires lineament models fetch gpu.
            """)
    var delegate = DelegateChoice.cpu

    @Flag(help: "Let the GPU compute with 16-bit floats, which is faster on most, but moves landmarks.")
    var halfPrecision = false

    @Option(help: ArgumentHelp("Time limit for one image. 0: none.", valueName: "seconds"))
    var timeout = 60.0

    @Option(help: ArgumentHelp("Maximum size of an image or frame to decode.", valueName: "pixels"))
    var maxPixels = ImageDecoder().maxPixels

    @Option(
        help:
            """
            JPEG decoding. full: full resolution. scaled: large images at a reduced resolution (of faces only with \
            --range short or full).
            """
    )
    var decode = DecodingDetail.full

    static let threadRange = 0...Threading.maximum

    func validate() throws {
        try OptionRange.check(jobs, in: 0...Cores.maxJobs, "--jobs")
        try OptionRange.check(threads, in: Self.threadRange, "--threads")
        try delegate.validate(halfPrecision: halfPrecision)
        try OptionRange.check(timeout, in: 0...OptionRange.maxSeconds, "--timeout")
        guard maxPixels > 0 else { throw ValidationError("--max-pixels must be at least 1.") }
    }
}
