#if Server
    internal import HTTPTypes
    internal import Hummingbird
    internal import Lineament

    /// Refuses requests from pages and machines that may not use the server, and gives every answer the headers that keep
    /// browsers from misusing it.
    struct SafetyMiddleware: RouterMiddleware {
        let hosts: HostCheck
        let token: Token?
        /// The method of each address.
        let methods: [String: HTTPRequest.Method]

        func handle(
            _ request: Request, context: BasicRequestContext,
            next: (Request, BasicRequestContext) async throws -> Response
        ) async throws -> Response {
            var response: Response
            do {
                try check(request)
                response = try await next(request, context)
            } catch let problem as Problem {
                response = try problem.response(from: request, context: context)
            } catch let error as HTTPError where error.status == .notFound {
                response = try unknown(request).response(from: request, context: context)
            }
            response.headers[.contentSecurityPolicy] = "default-src 'self'"
            response.headers[.xContentTypeOptions] = "nosniff"
            response.headers[.cacheControl] = "no-store"
            return response
        }

        /// Returns the answer to a request that no route takes.
        private func unknown(_ request: Request) -> Problem {
            guard let method = methods[request.uri.path] else {
                return Problem(status: .notFound, detail: "There is no \(request.uri.path). See /v1.")
            }
            return Problem(
                status: .methodNotAllowed,
                detail: "\(request.uri.path) takes \(method.rawValue), not \(request.method.rawValue).",
                headers: [.allow: method.rawValue])
        }

        private func check(_ request: Request) throws {
            let host = request.head.authority
            guard hosts.allows(host: host) else {
                throw Problem(
                    status: .forbidden,
                    detail: "The server is not called \(host ?? "nothing"). Start it with --allow-host to allow a name."
                )
            }
            guard hosts.allows(origin: request.headers[.origin], host: host) else {
                throw Problem(status: .forbidden, detail: "Pages of other origins may not use this server.")
            }
            guard token.map({ $0.isIn(authorization: request.headers[.authorization]) }) ?? true else {
                throw Problem(
                    status: .unauthorized, detail: "Send the header Authorization: Bearer TOKEN.",
                    headers: [.wwwAuthenticate: "Bearer"])
            }
        }
    }
#endif
