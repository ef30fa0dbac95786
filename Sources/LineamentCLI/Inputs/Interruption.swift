internal import Foundation
internal import Synchronization

/// Whether the user pressed Ctrl-C. The first time the work ends tidily, the second time at once.
enum Interruption {
    /// When it was pressed first, in nanoseconds; 0 for not yet.
    private static let askedAt = Atomic<UInt64>(0)
    /// Where the signal handler writes the signal that ends the program.
    private static let endDescriptor = Atomic<Int32>(-1)
    /// A signal so soon after the first is the same one: `timeout` sends it to the program and to its group.
    private static let shortestPause: UInt64 = 300_000_000

    static var isRequested: Bool { askedAt.load(ordering: .relaxed) != 0 }

    static func watch() {
        // Made here, as a signal handler must not be the first to use it.
        _ = isRequested
        awaitEnd()
        // A parent may have blocked them.
        var signals = sigset_t()
        sigemptyset(&signals)
        for number in [SIGINT, SIGTERM] { sigaddset(&signals, number) }
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
        for number in [SIGINT, SIGTERM] {
            signal(number) { number in
                if Interruption.isRepeated() { Interruption.end(number) }
            }
        }
    }

    /// Starts the thread that ends the program at once: a signal handler may not look for temporary files.
    private static func awaitEnd() {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        endDescriptor.store(ends[1], ordering: .relaxed)
        let end = ends[0]
        Thread.detachNewThread {
            var number: UInt8 = 0
            guard read(end, &number, 1) == 1 else { return }
            TemporaryFiles.removeAll { _exit(128 + Int32(number)) }
        }
    }

    /// Ends the program. Called by a signal handler.
    private static func end(_ signal: Int32) {
        var number = UInt8(truncatingIfNeeded: signal)
        if write(endDescriptor.load(ordering: .relaxed), &number, 1) != 1 { _exit(128 + signal) }
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
