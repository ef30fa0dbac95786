// SPDX-License-Identifier: Apache-2.0
#if Server
    internal import Foundation
    internal import Hummingbird
    internal import NIOCore

    extension ResponseBody {
        /// Creates a body that is sent in slices.
        init(inSlices data: Data) {
            self.init(contentLength: data.count) { writer in
                try await writer.write(inSlices: data)
                try await writer.finish(nil)
            }
        }
    }

    extension ResponseBodyWriter {
        /// Writes data in slices of 64 kB, so that the time limit for slow clients restarts whenever one makes progress.
        mutating func write(inSlices data: Data) async throws {
            var rest = data[...]
            while !rest.isEmpty {
                try await write(ByteBuffer(bytes: rest.prefix(64 << 10)))
                rest = rest.dropFirst(64 << 10)
            }
        }
    }
#endif
