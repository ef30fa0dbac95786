// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Lineament

/// The limits of the process (`ulimit`, a container's) without which nothing works.
enum ProcessLimits {
    private static let leastFiles: rlim_t = 16
    /// The threads beside the first: those of an inference, of reading ahead, of drawing and of writing.
    private static let leastThreads = 16

    /// Checks the limits. Below them, Dispatch waits forever for a thread, and the Swift runtime aborts silently.
    /// - Throws: ``LineamentError`` with code `resourceExhausted` that names the limit.
    static func check() throws {
        #if os(Linux)
            var files = rlimit()
            if getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &files) == 0, files.rlim_cur < leastFiles {
                throw LineamentError(
                    .resourceExhausted,
                    "The limit of open files is \(files.rlim_cur), but at least \(leastFiles) are needed. Raise it: ulimit -n 1024."
                )
            }
            guard canStartThreads() else {
                throw LineamentError(
                    .resourceExhausted,
                    "The system starts no more threads for this program. Raise the limit of processes (ulimit -u, or the "
                        + "container's, such as --pids-limit), or end others.")
            }
        #endif
    }

    #if os(Linux)
        private static let stackSize = 128 << 10

        private static func canStartThreads() -> Bool {
            var attributes = pthread_attr_t()
            guard pthread_attr_init(&attributes) == 0 else { return false }
            defer { pthread_attr_destroy(&attributes) }
            // The usual size could be more than the memory that `ulimit -v` allows.
            pthread_attr_setstacksize(&attributes, stackSize)
            var threads: [pthread_t] = []
            // They wait, so that all of them exist at a time.
            let gate = DispatchSemaphore(value: 0)
            defer {
                for _ in threads { gate.signal() }
                for thread in threads { pthread_join(thread, nil) }
            }
            for _ in 0..<leastThreads {
                var thread = pthread_t()
                let argument = Unmanaged.passUnretained(gate).toOpaque()
                guard pthread_create(&thread, &attributes, wait, argument) == 0 else { return false }
                threads.append(thread)
            }
            return true
        }

        private static let wait: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { gate in
            guard let gate else { return nil }
            Unmanaged<DispatchSemaphore>.fromOpaque(gate).takeUnretainedValue().wait()
            return nil
        }
    #endif
}
