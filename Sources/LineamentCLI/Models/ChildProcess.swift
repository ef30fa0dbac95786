// SPDX-License-Identifier: Apache-2.0
internal import ArgumentParser
internal import Foundation
internal import Synchronization

/// Runs child processes and ends them with this program.
///
/// `Process` starts children in a process group of their own, which neither Ctrl-C nor the closing of a terminal
/// reaches. So signals that end this program are passed on to the child's group, and the program ends after the child.
enum ChildProcess {
    /// The process group of the child; 0 if there is none.
    private static let group = Atomic<Int32>(0)
    /// The first signal that arrived; 0 if there was none.
    private static let received = Atomic<Int32>(0)
    /// The time that the child has to end after a signal, in nanoseconds.
    private static let grace: UInt64 = 5_000_000_000

    /// Runs a process to its end. Only one child may run at a time.
    /// - Parameter limit: the time after which the child is killed, in seconds; `nil` for none.
    /// - Returns: whether it ended within the limit.
    /// - Throws: `ExitCode` after a signal that ends this program; the error of starting the process.
    static func run(_ process: Process, limit: Int? = nil) throws -> Bool {
        // Both are initialized here, because a signal handler must not be the first to access them.
        received.store(0, ordering: .sequentiallyConsistent)
        group.store(0, ordering: .sequentiallyConsistent)
        let isOver = DispatchSemaphore(value: 0)
        process.terminationHandler = { _ in isOver.signal() }
        let replaced = passSignals()
        defer {
            group.store(0, ordering: .sequentiallyConsistent)
            for (number, action) in replaced {
                var action = action
                sigaction(number, &action, nil)
            }
        }
        try process.run()
        let child = process.processIdentifier
        group.store(child, ordering: .sequentiallyConsistent)
        // A signal may have arrived before the handler knew the group.
        let early = received.load(ordering: .sequentiallyConsistent)
        if early != 0 { kill(-child, early) }
        var end = limit.map { DispatchTime.now().uptimeNanoseconds + UInt64($0) * 1_000_000_000 } ?? .max
        var isStopping = false
        var isKilled = false
        while isOver.wait(timeout: .now() + .milliseconds(100)) == .timedOut {
            let now = DispatchTime.now().uptimeNanoseconds
            if !isStopping, received.load(ordering: .relaxed) != 0 {
                isStopping = true
                end = min(end, now + grace)
            }
            if now > end, !isKilled {
                isKilled = true
                kill(-child, SIGKILL)
            }
        }
        let number = received.load(ordering: .relaxed)
        if number != 0 { throw ExitCode(Interruption.status) }
        return !isKilled
    }

    /// Installs handlers for the signals that end this program, and returns the actions that they replace.
    private static func passSignals() -> [(number: Int32, action: sigaction)] {
        Interruption.signals.compactMap { number in
            var action = sigaction()
            guard !Interruption.isIgnored(number), sigaction(number, nil, &action) == 0 else { return nil }
            signal(number) { number in
                _ = ChildProcess.received.compareExchange(
                    expected: 0, desired: number, ordering: .sequentiallyConsistent)
                let group = ChildProcess.group.load(ordering: .sequentiallyConsistent)
                if group > 0 { kill(-group, number) }
            }
            return (number, action)
        }
    }
}
