// SPDX-License-Identifier: Apache-2.0
internal import ArgumentParser

/// What a tool says while it runs.
struct MessageOptions: ParsableArguments {
    @Flag(name: [.short, .long], help: "Do not print progress, notes or the closing line.")
    var quiet = false

    @Flag(
        name: [.short, .long],
        help: ArgumentHelp(
            """
            Print each warning about an image that was read nevertheless, and on a terminal a line for each frame of a video; \
            at the end, how the cores were used.
            """))
    var verbose = false
}
