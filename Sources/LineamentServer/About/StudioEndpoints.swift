// SPDX-License-Identifier: Apache-2.0
#if Server
    internal import HTTPTypes
    internal import Hummingbird
    internal import NIOCore

    /// The studio, the page in which people try the tasks: `/` and the files that it loads.
    struct StudioEndpoints: Sendable {
        let token: Token?
        let isSecure: Bool

        private static let policy = """
            default-src 'self'; img-src 'self' blob: data:; media-src 'self' blob:; object-src 'none'; base-uri 'none'; \
            form-action 'self'; frame-ancestors 'none'
            """

        func addRoutes(to router: Router<ServiceRequestContext>) {
            router.get("/") { request, _ in
                // The token goes into a cookie, and out of the address.
                if let token, request.uri.queryParameters["token"] != nil {
                    return Response(
                        status: .seeOther,
                        headers: [.location: "./", .setCookie: token.cookie(isSecure: isSecure)])
                }
                return Self.response(StudioFile.page)
            }
            for file in StudioFile.others {
                router.get("studio/\(file.name)") { _, _ in Self.response(file) }
            }
        }

        private static func response(_ file: StudioFile) -> Response {
            Response(ByteBuffer(bytes: file.bytes), file.mediaType, headers: [.contentSecurityPolicy: policy])
        }
    }
#endif
