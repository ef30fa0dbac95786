// SPDX-License-Identifier: Apache-2.0
#if Server
    internal import HTTPTypes

    /// Decides which pages, programs and machines may use the server.
    struct Gatekeeper: Sendable {
        let hosts: HostCheck
        let token: Token?

        /// Checks the headers of a request.
        /// - Parameter needsToken: Whether the token is asked for, if there is one.
        /// - Throws: ``Problem``: 400 for more than one Host header, 403 for a foreign host name or page, 401 without the token.
        func check(
            hosts given: [String], origin: String?, authorization: String?, cookies: [String], needsToken: Bool = true
        ) throws {
            guard given.count <= 1 else {
                throw Problem(status: .badRequest, detail: "The request has more than one Host header.")
            }
            let host = given.first
            guard hosts.allows(host: host) else { throw Self.foreign(host: host) }
            guard hosts.allows(origin: origin, host: host) else {
                throw Problem(
                    status: .forbidden,
                    detail:
                        "Requests from pages of other origins are not allowed. Send them from your own server, or serve "
                        + "the page under the host name of this one, behind the same proxy.")
            }
            guard needsToken, let token else { return }
            guard token.matches(authorization: authorization) || token.matches(cookies: cookies) else {
                throw Problem(
                    status: .unauthorized,
                    detail: "Send the header Authorization: Bearer TOKEN, or open /?token=TOKEN in the browser once.",
                    headers: [.wwwAuthenticate: "Bearer"])
            }
        }

        private static func foreign(host: String?) -> Problem {
            Problem(
                status: .forbidden,
                detail: host.map { "The host name \($0.prefix(100)) is not allowed. Allow it with --allow-host." }
                    ?? "The Host header is missing.")
        }
    }
#endif
