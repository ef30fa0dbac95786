internal import Foundation
internal import Synchronization

/// Whether the user pressed Ctrl-C. The first time the work ends tidily, the second time at once.
enum Interruption {
    /// When it was pressed first, in nanoseconds; 0 for not yet.
    private static let askedAt = Atomic<UInt64>(0)
    /// A signal so soon after the first is the same one: `timeout` sends it to the program and to its group.
    private static let shortestPause: UInt64 = 300_000_000

    static var isRequested: Bool { askedAt.load(ordering: .relaxed) != 0 }

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
                if Interruption.isRepeated() { _exit(128 + number) }
            }
        }
    }

    /// Notes a signal. Called by a signal handler, so it may not allocate.
    private static func isRepeated() -> Bool {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        let time = UInt64(now.tv_sec) * 1_000_000_000 + UInt64(now.tv_nsec)
        let (isFirst, first) = askedAt.compareExchange(expected: 0, desired: max(1, time), ordering: .relaxed)
        return !isFirst && time &- first > shortestPause
    }

    /// The exit status of a program ended by Ctrl-C.
    static let status: Int32 = 130
}
