internal import Foundation
internal import Synchronization

/// Whether the user pressed Ctrl-C. The first time the work ends tidily, the second time at once.
enum Interruption {
    private static let isAsked = Atomic(false)

    static var isRequested: Bool { isAsked.load(ordering: .relaxed) }

    static func watch() {
        // Made here, as a signal handler must not be the first to use it.
        _ = isRequested
        // A parent may have blocked them.
        var signals = sigset_t()
        sigemptyset(&signals)
        for number in [SIGINT, SIGTERM] { sigaddset(&signals, number) }
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
        for number in [SIGINT, SIGTERM] {
            signal(number) { number in
                if Interruption.isAsked.exchange(true, ordering: .relaxed) { _exit(128 + number) }
            }
        }
    }

    /// The exit status of a program ended by Ctrl-C.
    static let status: Int32 = 130
}
