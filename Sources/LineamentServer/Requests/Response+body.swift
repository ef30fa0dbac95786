// SPDX-License-Identifier: Apache-2.0
#if Server
    internal import Foundation
    internal import HTTPTypes
    internal import Hummingbird
    internal import HummingbirdCore
    internal import LineamentTasks
    internal import NIOCore

    extension Response {
        /// Creates an answer with a body that is at hand.
        init(
            _ body: ByteBuffer, _ mediaType: String, status: HTTPResponse.Status = .ok, headers: HTTPFields = [:]
        ) {
            var headers = headers
            headers[.contentType] = mediaType
            self.init(status: status, headers: headers, body: ResponseBody(byteBuffer: body))
        }

        /// Creates an answer with JSON.
        init(
            _ json: JSONValue, _ mediaType: String = "application/json", status: HTTPResponse.Status = .ok,
            headers: HTTPFields = [:]
        ) throws {
            self.init(ByteBuffer(bytes: try json.encoded()), mediaType, status: status, headers: headers)
        }
    }

    extension URI {
        /// The items of the query.
        var items: [(name: String, value: String)] {
            queryParameters.map { (name: String($0.key), value: String($0.value)) }
        }
    }
#endif
