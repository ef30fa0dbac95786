// SPDX-License-Identifier: Apache-2.0
internal import Dispatch
internal import Foundation
internal import Synchronization

/// Handles Ctrl-C, SIGTERM and the closing of the terminal. The first of these signals ends the work cleanly, the
/// second one at once.
enum Interruption {
    /// The signals that end the program.
    static let signals = [SIGINT, SIGTERM, SIGHUP]

    /// The time of the first press in nanoseconds; 0 if there was none.
    private static let askedAt = Atomic<UInt64>(0)
    /// The pipe to which the signal handler writes the signal that ends the program.
    private static let endDescriptor = Atomic<Int32>(-1)
    /// The time in nanoseconds within which a second signal counts as the same press, because `timeout` signals both
    /// the program and its process group.
    private static let shortestPause: UInt64 = 300_000_000

    static var isRequested: Bool { askedAt.load(ordering: .relaxed) != 0 }

    static func watch() {
        // Initializes here what a signal handler must not be the first to access.
        _ = isRequested
        _ = DispatchTime.now().uptimeNanoseconds
        awaitEnd()
        // `nohup` keeps a program alive when its terminal closes.
        for number in Self.signals where number != SIGHUP || !isIgnored(number) {
            signal(number) { number in
                if Interruption.isRepeated() { Interruption.end(number) }
            }
        }
    }

    /// Lets the signals arrive. A parent process may have blocked them, as Swift programs do that start this one from a
    /// Dispatch thread.
    static func unblockSignals() {
        var signals = sigset_t()
        sigemptyset(&signals)
        for number in Self.signals { sigaddset(&signals, number) }
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    }

    /// Returns whether a signal is ignored, as the parent process may have decided.
    static func isIgnored(_ number: Int32) -> Bool {
        var action = sigaction()
        guard sigaction(number, nil, &action) == 0 else { return false }
        #if os(Linux)
            let handler = action.__sigaction_handler.sa_handler
        #else
            let handler = action.__sigaction_u.__sa_handler
        #endif
        return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }

    /// Starts the thread that ends the program, because a signal handler must not remove temporary files itself.
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

    /// Ends the program. Called from a signal handler.
    private static func end(_ signal: Int32) {
        var number = UInt8(truncatingIfNeeded: signal)
        if write(endDescriptor.load(ordering: .relaxed), &number, 1) != 1 { _exit(128 + signal) }
    }

    /// Records a signal and returns whether it is a second press. Called from a signal handler, so it must not
    /// allocate.
    private static func isRepeated() -> Bool {
        let now = DispatchTime.now().uptimeNanoseconds
        let (isFirst, first) = askedAt.compareExchange(expected: 0, desired: max(1, now), ordering: .relaxed)
        return !isFirst && now &- first > shortestPause
    }

    /// The exit status after Ctrl-C or another signal that ended the work cleanly.
    static let status: Int32 = 130
}
