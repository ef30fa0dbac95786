// SPDX-License-Identifier: Apache-2.0
internal import ArgumentParser

/// Whether a command says less.
struct QuietOption: ParsableArguments {
    @Flag(name: [.short, .long], help: "Do not print progress, notes or the closing line.")
    var quiet = false
}

/// The messages of a command while it runs.
struct MessageOptions: ParsableArguments {
    @OptionGroup private var quietOption: QuietOption

    @Flag(
        name: [.short, .long],
        help: ArgumentHelp(
            """
            Print each warning about an image that was read nevertheless, and on a terminal a line for each frame of a video; \
            at the end, how the cores were used. Without it, warnings about several images are counted, and a video has a summary.
            """))
    var verbose = false

    /// Whether progress, notes and the closing line are left out.
    var quiet: Bool { quietOption.quiet }
}
