internal import Foundation
internal import Synchronization

/// Whether the user pressed Ctrl-C. The first time the work ends tidily, the second time at once.
enum Interruption {
    private static let isAsked = Atomic(false)

    static var isRequested: Bool { isAsked.load(ordering: .relaxed) }

    static func watch() {
        // Made here, as a signal handler must not be the first to use it.
        _ = isRequested
        for number in [SIGINT, SIGTERM] {
            signal(number) { number in
                if Interruption.isAsked.exchange(true, ordering: .relaxed) { _exit(128 + number) }
            }
        }
    }

    /// The exit status of a program ended by Ctrl-C.
    static let status: Int32 = 130
}
