#if Server
    internal import HTTPTypes
    internal import Hummingbird
    internal import Lineament
    internal import Logging
    internal import Logging

    /// Refuses requests from pages and machines that may not use the server, and gives every answer the headers that keep
    /// browsers from misusing it.
    struct SafetyMiddleware: RouterMiddleware {
        let hosts: HostCheck
        let token: Token?
        /// The method of each path.
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
            } catch let error as LineamentError {
                context.logger.error("\(error.message)")
                let problem = Problem(status: .internalServerError, detail: "The server failed. Its log says why.")
                response = try problem.response(from: request, context: context)
            }
            if request.method == .head { response = response.createHeadResponse() }
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
            let allowed = method == .get ? "GET, HEAD" : method.rawValue
            return Problem(
                status: .methodNotAllowed,
                detail: "\(request.uri.path) takes \(allowed), not \(request.method.rawValue).",
                headers: [.allow: allowed])
        }

        private func check(_ request: Request) throws {
            let host = request.head.authority
            guard hosts.allows(host: host) else {
                throw Problem(
                    status: .forbidden,
                    detail: host.map { "The host name \($0) is not allowed. Allow it with --allow-host." }
                        ?? "The Host header is missing.")
            }
            guard hosts.allows(origin: request.headers[.origin], host: host) else {
                throw Problem(status: .forbidden, detail: "Requests from other origins are not allowed.")
            }
            guard token.map({ $0.matches(authorization: request.headers[.authorization]) }) ?? true else {
                throw Problem(
                    status: .unauthorized, detail: "Send the header Authorization: Bearer TOKEN.",
                    headers: [.wwwAuthenticate: "Bearer"])
            }
        }
    }
#endif
