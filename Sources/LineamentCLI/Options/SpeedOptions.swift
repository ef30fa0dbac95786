// SPDX-License-Identifier: Apache-2.0
internal import ArgumentParser
internal import Lineament
internal import LineamentImages

/// The resources that a run may use.
struct SpeedOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            Images or video files to process at once, at most one per core. 0: one per core. Videos that are drawn \
            are processed one at a time. Fewer images are processed at once if together they would take too much memory.
            """, valueName: "n"))
    var jobs = 0

    @Option(
        help: ArgumentHelp(
            "Threads per inference. 0: chosen automatically, one per job if there are several jobs.", valueName: "n"))
    var threads = 0

    @OptionGroup var hardware: HardwareOptions

    @Option(help: ArgumentHelp("Time limit for one image. 0: none.", valueName: "seconds"))
    var timeout = 60.0

    @Option(help: ArgumentHelp("Maximum size of an image or frame to decode.", valueName: "pixels"))
    var maxPixels = ImageDecoder().maxPixels

    @Option(
        help: ArgumentHelp(
            """
            Memory for decoded images, and for the frames of a video that wait for what follows. Further images wait; further \
            frames go to a temporary file of up to 3 GiB. Default: a quarter of the memory, and for waiting frames at most 384 MiB.
            """, valueName: "bytes"))
    var maxMemory: Int?

    @Option(
        help:
            """
            JPEG decoding. full: full resolution. scaled: large images at a reduced resolution, where the \
            detection range allows it (--range short or full).
            """
    )
    var decode = DecodingDetail.full

    static let threadRange = 0...Threading.maximum

    func validate() throws {
        try OptionRange.check(jobs, in: 0...Cores.maxJobs, "--jobs")
        try OptionRange.check(threads, in: Self.threadRange, "--threads")
        try OptionRange.check(timeout, in: 0...OptionRange.maxSeconds, "--timeout")
        if let maxMemory { try OptionRange.check(maxMemory, in: 1...1 << 40, "--max-memory") }
        guard maxPixels > 0 else { throw ValidationError("--max-pixels must be at least 1.") }
    }
}
