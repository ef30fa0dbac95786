// SPDX-License-Identifier: Apache-2.0
internal import ArgumentParser
internal import LineamentVideo

/// The part of a video that is processed.
struct VideoRangeOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Time to skip at the beginning of a video.", valueName: "seconds"))
    var start = 0.0

    @Option(help: ArgumentHelp("Duration of a video to process. Default: all of it.", valueName: "seconds"))
    var duration: Double?

    @Option(help: ArgumentHelp("Process only every n-th frame of a video.", valueName: "n"))
    var every = 1

    // Larger values are certainly typos, and sums with them could overflow.
    private static let maxFrames = 1_000_000_000

    func validate() throws {
        try OptionRange.check(every, in: 1...Self.maxFrames, "--every")
        try OptionRange.check(start, in: 0...OptionRange.maxSeconds, "--start")
        try OptionRange.check(duration ?? 1, in: Double.leastNonzeroMagnitude...OptionRange.maxSeconds, "--duration")
    }

    /// Whether an option was given.
    var selectsFrames: Bool { start != 0 || duration != nil || every != 1 }

    /// Sets the options of what reads a video.
    func fill(_ options: inout VideoReader.Options) {
        options.start = start
        options.duration = duration
        options.every = every
    }
}
