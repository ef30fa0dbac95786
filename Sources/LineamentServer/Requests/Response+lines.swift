// SPDX-License-Identifier: Apache-2.0
#if Server
    internal import Hummingbird
    internal import LineamentTasks
    internal import NIOCore

    extension Response {
        /// Creates an answer in lines, which are sent while they are made.
        static func lines(
            of task: any PreparedTask, as format: ResultFormat,
            _ write: @escaping @Sendable (inout any ResponseBodyWriter) async throws -> Void
        ) -> Response {
            Response(
                status: .ok, headers: [.contentType: format.lineMediaType],
                body: ResponseBody { writer in
                    if format == .csv { try await writer.write(ByteBuffer(string: task.header)) }
                    try await write(&writer)
                    try await writer.finish(nil)
                })
        }
    }
#endif
