// SPDX-License-Identifier: Apache-2.0
#if Server
    internal import Foundation
    internal import Hummingbird
    internal import NIOCore

    /// A body in memory, whose bytes count as used until it is released.
    final class Upload: Sendable {
        let data: Data
        private let share: UploadBudget.Share

        /// Receives the body of a request.
        /// - Throws: ``Problem`` if it is too large, takes too long, or finds no room.
        init(_ request: Request, service: Service) async throws {
            let share = service.memory.share()
            let parts = Parts()
            let options = service.options
            try await BodyReader(limit: (options.maxBody, "--max-body"), time: options.bodyTimeout).read(request) {
                guard share.grow(by: $0.readableBytes) else {
                    throw Problem.busy(
                        "There is no room for another upload (--max-memory). Try again later.", rejection: .memory)
                }
                parts.append($0)
            }
            self.share = share
            data = parts.data
        }

        private final class Parts: @unchecked Sendable {
            // Sound: parts arrive one after the other, and `data` is read after the last.
            private(set) var data = Data()

            func append(_ part: ByteBuffer) { data.append(contentsOf: part.readableBytesView) }
        }
    }
#endif
