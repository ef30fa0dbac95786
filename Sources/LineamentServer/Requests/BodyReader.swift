// SPDX-License-Identifier: Apache-2.0
#if Server
    internal import HTTPTypes
    internal import Hummingbird
    internal import NIOCore
    internal import Synchronization

    /// Reads the body of a request within a size and a time.
    struct BodyReader: Sendable {
        /// The largest number of bytes, and the option that says so.
        var limit: (bytes: Int, option: String)
        /// The time for the whole body, in seconds.
        var time: Double
        /// The time that each megabyte adds, in seconds.
        var timePerMegabyte = 0.0

        private var tooLarge: Problem {
            Problem(status: .contentTooLarge, detail: "The body is larger than \(limit.bytes) bytes (\(limit.option)).")
        }

        /// Passes the parts of a body to `receive`, in order.
        /// - Throws: ``Problem``: 413 if the body is too large, 408 if it takes too long; what `receive` throws.
        func read(_ request: Request, _ receive: @escaping @Sendable (ByteBuffer) async throws -> Void) async throws {
            if let length = request.headers[.contentLength].flatMap({ Int($0) }), length > limit.bytes {
                throw tooLarge
            }
            let body = request.body
            let received = Received()
            try await withThrowingTaskGroup(of: Bool.self) { group in
                group.addTask {
                    for try await part in body {
                        guard received.add(part.readableBytes) <= limit.bytes else { throw tooLarge }
                        try await receive(part)
                    }
                    return true
                }
                group.addTask {
                    try await waitUntilLate(received)
                    return false
                }
                defer { group.cancelAll() }
                guard try await group.next() == true else {
                    throw Problem(
                        status: .requestTimeout, detail: "The body did not arrive within \(time) s (--body-timeout).")
                }
            }
        }

        /// Returns when the body has taken too long for what has arrived of it.
        private func waitUntilLate(_ received: Received) async throws {
            let start = ContinuousClock.now
            while true {
                let end = start + .seconds(time + timePerMegabyte * Double(received.count) / 1e6)
                if ContinuousClock.now >= end { return }
                try await Task.sleep(until: end, clock: .continuous)
            }
        }

        /// The number of bytes that have arrived.
        private final class Received: Sendable {
            private let bytes = Atomic(0)

            var count: Int { bytes.load(ordering: .relaxed) }
            func add(_ count: Int) -> Int { bytes.add(count, ordering: .relaxed).newValue }
        }
    }
#endif
