#if Server
    internal import Foundation
    internal import Hummingbird
    internal import NIOCore

    extension ResponseBody {
        /// The number of bytes that are sent at once.
        private static let sliceLength = 64 << 10

        /// Creates a body that is sent in slices, so that the time limit for slow clients restarts whenever one makes
        /// progress.
        init(inSlices data: Data) {
            self.init(contentLength: data.count) { writer in
                var rest = data[...]
                while !rest.isEmpty {
                    try await writer.write(ByteBuffer(bytes: rest.prefix(Self.sliceLength)))
                    rest = rest.dropFirst(Self.sliceLength)
                }
                try await writer.finish(nil)
            }
        }
    }
#endif
