// SPDX-License-Identifier: Apache-2.0
#if Server
    internal import HTTPTypes
    internal import Hummingbird
    internal import NIOCore

    /// The page that asks a browser for the token, instead of an error that only programs read.
    enum LoginPage {
        /// Returns whether a request is that of a browser for the studio.
        static func isFor(_ request: Request) -> Bool {
            request.uri.path == "/" && (request.method == .get || request.method == .head)
                && request.headers[values: .accept].contains { $0.contains("text/html") }
        }

        /// Returns the page.
        /// - Parameter request: The request without the right token; one with a wrong token is told so.
        static func response(to request: Request) -> Response {
            let isWrong = request.uri.queryParameters["token"] != nil
            let page = """
                <!doctype html>
                <html lang="en">
                <meta charset="utf-8">
                <meta name="viewport" content="width=device-width">
                <title>Lineament: token</title>
                <h1>Lineament</h1>
                <form action="./">
                <p>\(isWrong ? "This token is wrong. " : "")The server was started with a token (--token).</p>
                <p><label>Token <input type="password" name="token" required autofocus></label> <button>Open</button></p>
                </form>
                </html>

                """
            return Response(
                ByteBuffer(string: page), "text/html; charset=utf-8", status: .unauthorized,
                headers: [.wwwAuthenticate: "Bearer"])
        }
    }
#endif
