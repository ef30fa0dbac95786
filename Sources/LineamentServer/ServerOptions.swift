// SPDX-License-Identifier: Apache-2.0
package import Lineament

/// The options of the service.
package struct ServerOptions: Sendable {
    /// The address to listen on: an IP address or `localhost`.
    package var host = "127.0.0.1"
    /// The port to listen on; 0 for any free one.
    package var port = 8080
    /// The secret that requests must carry; `nil` for none.
    package var token: String?
    /// The names, beside addresses and `localhost`, by which requests may call the server.
    package var allowedHosts: [String] = []
    /// The number of images to work on at once.
    package var jobs = Cores.available
    /// How a GPU runs the models; `nil` if the CPU does.
    package var gpu: GPUUse?
    /// The number of requests that may wait.
    package var maxWaiting = 64
    /// The size of one upload, in bytes.
    package var maxBody = 64 << 20
    /// The size of all uploads together, in bytes.
    package var maxMemory = 512 << 20
    /// The size of an image, in pixels.
    package var maxPixels = 64_000_000
    /// The time in which an upload must arrive, in seconds.
    package var bodyTimeout = 30.0
    /// The time for one image or frame, in seconds.
    package var timeout = 60.0
    /// The number of connections at once.
    package var maxConnections = 1000
    /// The time, in seconds, in which requests are still taken after the service is asked to stop.
    package var drainTime = 1.0

    /// The number of live sessions at once.
    package var maxSessions = 32
    /// The time without messages after which a live session is closed, in seconds.
    package var liveIdle = 60.0
    /// Where live sessions may send movements, besides programs on this machine.
    package var sendTargets: [SendTarget] = []
    /// Whether the closing of the terminal stops the server, as Ctrl-C and SIGTERM do.
    package var stopsOnHangup = false
    /// The number of videos at once.
    package var maxVideos = 4
    /// The size of a video, in bytes.
    package var maxVideo = 2 << 30
    /// The number of images in one request.
    package var maxParts = 100
    /// The files of the TLS certificate chain and its key, in PEM format; `nil` for HTTP without TLS.
    package var tls: (certificate: String, key: String)?

    /// The version of the program, for `/v1`.
    package var version = ""
    /// The model files, for `/v1`.
    package var models: [ModelDescription] = []

    /// The length of a token, in characters, where others can try to guess it.
    private static let minTokenLength = 16

    /// Creates the default options.
    package init() {}

    /// Checks the options.
    /// - Throws: ``LineamentError`` with code `invalidArgument` that says what to do.
    package func check() throws {
        guard HostCheck.isAddress(host) || host.lowercased() == "localhost" else {
            throw LineamentError(
                .invalidArgument,
                "--host must be an IP address or localhost, not \(host). To let requests use a host name, add --allow-host NAME."
            )
        }
        guard token.map({ $0.wholeMatch(of: /[!-~]+/) != nil }) ?? true else {
            throw LineamentError(
                .invalidArgument, "--token must be one or more visible ASCII characters, without spaces.")
        }
        let otherHosts = allowedHosts.filter { $0.lowercased() != "localhost" }
        for name in otherHosts where token?.isEmpty != false {
            throw LineamentError(
                .invalidArgument,
                "With --allow-host \(name), others may reach the server by that name. Set a secret that they must send: --token."
            )
        }
        let isReachable = !HostCheck.isLoopback(host) || !otherHosts.isEmpty
        if isReachable, let token, !token.isEmpty, token.utf8.count < Self.minTokenLength {
            throw LineamentError(
                .invalidArgument,
                "--token must have at least \(Self.minTokenLength) characters where other machines can reach the server, as "
                    + "shorter ones can be guessed. Make one: openssl rand -hex 24")
        }
        guard HostCheck.isLoopback(host) || token?.isEmpty == false else {
            throw LineamentError(
                .invalidArgument,
                "With --host \(host), other machines can reach the server. Set a secret that they must send: --token.")
        }
    }
}
