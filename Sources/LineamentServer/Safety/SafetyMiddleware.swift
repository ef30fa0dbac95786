// SPDX-License-Identifier: Apache-2.0
#if Server
    internal import HTTPTypes
    internal import Hummingbird
    internal import Lineament
    internal import Logging
    internal import NIOCore
    internal import NIOHTTP1
    internal import NIOSSL

    /// Refuses requests from pages and machines that may not use the server, and gives every answer the headers that keep
    /// browsers from misusing it.
    struct SafetyMiddleware: RouterMiddleware {
        let gate: Gatekeeper
        let service: Service
        let wrongTokens = WrongTokens()
        /// The method of each path.
        let methods: [String: HTTPRequest.Method]

        func handle(
            _ request: Request, context: ServiceRequestContext,
            next: (Request, ServiceRequestContext) async throws -> Response
        ) async throws -> Response {
            var response: Response
            do {
                try check(request)
                response =
                    if request.method == .options, let allowed = self.allowed(at: request.uri.path) {
                        Response(status: .noContent, headers: [.allow: allowed])
                    } else {
                        try await next(request.continuing(on: context.channel), context)
                    }
            } catch let problem as Problem {
                if problem.status == .unauthorized { await slowDown(request, context) }
                if let reason = problem.rejection { service.metrics.reject(reason) }
                response = try problem.response(from: request, context: context)
            } catch let error as HTTPError where error.status == .notFound {
                response = try unknown(request).response(from: request, context: context)
            } catch let error where error.isCancellation {
                let problem = service.readiness.takesRequests ? Self.hasGone : Problem.isStopping
                response = try problem.response(from: request, context: context)
            } catch let error where !(error is any HTTPResponseError || Self.isOfConnection(error)) {
                context.logger.error("\((error as? LineamentError)?.message ?? "\(error)")")
                let problem = Problem(status: .internalServerError, detail: "The server failed. Its log says why.")
                response = try problem.response(from: request, context: context)
            }
            if request.method == .head { response = response.createHeadResponse() }
            if response.headers[.contentSecurityPolicy] == nil {
                response.headers[.contentSecurityPolicy] =
                    "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
            }
            response.headers[.xContentTypeOptions] = "nosniff"
            // The token may be part of an address.
            response.headers[.referrerPolicy] = "no-referrer"
            response.headers[.cacheControl] = "no-store"
            return response
        }

        /// The answer to a client that counts as gone. One that has only closed its side of the connection reads it.
        private static let hasGone = Problem(
            status: .badRequest,
            detail:
                "The connection was closed before the answer. Keep both of its sides open until the answer has arrived."
        )

        /// Returns whether an error says that the client has broken the protocol or the connection, such as a reset in the
        /// middle of an upload.
        private static func isOfConnection(_ error: any Error) -> Bool {
            error is HTTPParserError || error is ChannelError || error is IOError || error is NIOSSLError
        }

        /// Returns the answer to a request that no route takes.
        private func unknown(_ request: Request) -> Problem {
            guard let allowed = self.allowed(at: request.uri.path) else {
                let hint = path(near: request.uri.path).map { "Did you mean \($0)?" } ?? "See /v1."
                return Problem(status: .notFound, detail: "There is no \(request.uri.path). \(hint)")
            }
            return Problem(
                status: .methodNotAllowed,
                detail: "\(request.uri.path) takes \(allowed), not \(request.method.rawValue).",
                headers: [.allow: allowed])
        }

        /// Returns the methods that a path takes; `nil` if there is no such path.
        private func allowed(at path: String) -> String? {
            guard path != "*" else { return "GET, HEAD, POST, OPTIONS" }
            return methods[path].map { $0 == .get ? "GET, HEAD, OPTIONS" : "\($0.rawValue), OPTIONS" }
        }

        /// Delays the answer to a token that is wrong, if there were many, and logs them.
        private func slowDown(_ request: Request, _ context: ServiceRequestContext) async {
            guard
                request.headers.contains(.authorization) || Self.isLogin(request)
                    || request.headers[values: .cookie].contains(where: { $0.contains(Token.cookieName) })
            else { return }
            let address = context.channel.remoteAddress?.ipAddress ?? "unknown"
            let consequence = wrongTokens.note(from: address)
            if let count = consequence.logged {
                context.logger.warning("\(count) requests from \(address) had a wrong token within a minute.")
            }
            if consequence.delay > 0 { try? await Task.sleep(for: .seconds(consequence.delay)) }
        }

        /// Returns whether a request opens the studio with the token in its address, which is how a browser gets the cookie.
        private static func isLogin(_ request: Request) -> Bool {
            request.uri.path == "/" && request.uri.queryParameters["token"] != nil
        }

        /// Returns the path of a task or tool that is spelled like a path, or like the last part of one.
        private func path(near path: String) -> String? {
            let word = path.split(separator: "/").last.map { $0.lowercased().replacing("_", with: "-") } ?? ""
            let names = ServiceAction.allCases.map(\.name)
            let joined = word.filter { $0 != "-" }
            let name =
                names.first { $0.filter { $0 != "-" } == joined } ?? NearestWord.nearest(to: word, in: names)
            return name.map { "/v1/\($0)" }.flatMap { methods[$0] == nil ? nil : $0 }
        }

        private func check(_ request: Request) throws {
            let authorization =
                Self.isLogin(request)
                ? request.uri.queryParameters["token"].map { "Bearer \($0)" } : request.headers[.authorization]
            // The first one became the authority.
            let others = request.headers.filter { $0.name.canonicalName == "host" }.map(\.value)
            try gate.check(
                hosts: (request.head.authority.map { [$0] } ?? []) + others,
                origin: request.headers[.origin],
                authorization: authorization,
                cookies: request.headers[values: .cookie],
                needsToken: !AboutEndpoints.probes.contains(request.uri.path))
        }
    }

    extension HTTPField.Name {
        fileprivate static let referrerPolicy = HTTPField.Name("Referrer-Policy") ?? .server
    }

    extension Error {
        /// Whether the error says that no client waits for the work any more.
        fileprivate var isCancellation: Bool {
            self is CancellationError || (self as? LineamentError)?.code == .cancelled
        }
    }
#endif
