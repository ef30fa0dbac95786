// SPDX-License-Identifier: Apache-2.0
#if Server
    internal import ArgumentParser
    internal import Foundation
    internal import Lineament
    internal import LineamentImages
    internal import LineamentServer

    struct ServeCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "serve",
            abstract: "Serve the tasks over HTTP.",
            discussion: """
                Open the address in a browser for the studio. POST an image, several, or a video to /v1/ and the name \
                of a command, such as /v1/face-landmarker or /v1/redact; /v1/live is a WebSocket for frames. The options \
                of each are query items (GET /v1 lists them); the header Accept chooses JSON, CSV or the annotated \
                image. SIGTERM and Ctrl-C stop the server within 9 seconds after --drain.

                Examples:
                  lineament serve
                  curl --data-binary @a.jpg "localhost:8080/v1/face-landmarker?numFaces=1"
                  curl --data-binary @a.jpg -H Accept:image/png localhost:8080/v1/faces > b.png
                """)

        @Option(help: ArgumentHelp("Address to listen on: an IP address or localhost.", valueName: "address"))
        var host = ServerOptions().host

        @Option(help: ArgumentHelp("Port to listen on. 0: any free port.", valueName: "n"))
        var port = ServerOptions().port

        @Option(
            help: ArgumentHelp(
                """
                Secret that requests must send as Authorization: Bearer; safer in the environment variable \
                LINEAMENT_TOKEN. Required if other machines can reach the server.
                """,
                valueName: "secret"))
        var token: String?

        @Option(
            name: .customLong("allow-host"),
            help: ArgumentHelp(
                "Host name by which requests may address the server; may be repeated. Requires --token.",
                valueName: "name"))
        var allowedHosts: [String] = []

        @Option(
            name: .customLong("send-to"),
            help: ArgumentHelp(
                """
                Host, and perhaps its port, that live sessions may send movements to (vmc, livelink, ifacialmocap); may be \
                repeated. Programs on this machine may always receive them.
                """,
                valueName: "host[:port]"))
        var sendTargets: [String] = []

        @Option(help: ArgumentHelp("Images and frames to process at once. 0: one per core.", valueName: "n"))
        var jobs = 0

        @OptionGroup var hardware: HardwareOptions

        @Option(help: ArgumentHelp("Requests that may wait; more are answered with 503.", valueName: "n"))
        var maxWaiting = ServerOptions().maxWaiting

        @Option(
            help: ArgumentHelp("Maximum size of one upload or live frame; videos have --max-video.", valueName: "bytes")
        )
        var maxBody = ServerOptions().maxBody

        @Option(
            help: ArgumentHelp(
                "Maximum size of all uploads and waiting frames together, and again of all decoded images.",
                valueName: "bytes"))
        var maxMemory = ServerOptions().maxMemory

        @Option(help: ArgumentHelp("Maximum size of an image or video frame.", valueName: "pixels"))
        var maxPixels = ServerOptions().maxPixels

        @Option(help: ArgumentHelp("Maximum number of connections.", valueName: "n"))
        var maxConnections = ServerOptions().maxConnections

        @Option(help: ArgumentHelp("Maximum number of images in one request.", valueName: "n"))
        var maxParts = ServerOptions().maxParts

        @Option(help: ArgumentHelp("Maximum size of a video.", valueName: "bytes"))
        var maxVideo = ServerOptions().maxVideo

        @Option(help: ArgumentHelp("Maximum number of videos at once.", valueName: "n"))
        var maxVideos = ServerOptions().maxVideos

        @Option(help: ArgumentHelp("Maximum number of live sessions.", valueName: "n"))
        var maxSessions = ServerOptions().maxSessions

        @Option(help: ArgumentHelp("Time without messages after which a live session is closed.", valueName: "seconds"))
        var liveIdle = ServerOptions().liveIdle

        @Option(
            help: ArgumentHelp(
                "TLS certificate chain (PEM); needs --tls-key. The address then begins with https.", valueName: "file"),
            completion: .file())
        var tlsCertificate: String?

        @Option(help: ArgumentHelp("Private key of the TLS certificate (PEM).", valueName: "file"), completion: .file())
        var tlsKey: String?

        @Option(help: ArgumentHelp("Time limit for one image or frame.", valueName: "seconds"))
        var timeout = ServerOptions().timeout

        @Option(
            help: ArgumentHelp(
                "Time in which an upload must arrive; a video has 10 s more for each megabyte.", valueName: "seconds"))
        var bodyTimeout = ServerOptions().bodyTimeout

        @Option(
            help: ArgumentHelp(
                "Time after SIGTERM in which requests are still taken, so that proxies notice that /readyz is 503.",
                valueName: "seconds"))
        var drain = ServerOptions().drainTime

        func validate() throws {
            try OptionRange.check(port, in: 0...65535, "--port")
            try OptionRange.check(jobs, in: 0...Cores.maxJobs, "--jobs")
            try OptionRange.check(maxWaiting, in: 0...1_000_000, "--max-waiting")
            try OptionRange.check(maxBody, in: 1...1 << 32, "--max-body")
            try OptionRange.check(maxMemory, in: 1...1 << 40, "--max-memory")
            try OptionRange.check(maxPixels, in: 1...1 << 40, "--max-pixels")
            try OptionRange.check(maxConnections, in: 1...1_000_000, "--max-connections")
            try OptionRange.check(maxParts, in: 1...100_000, "--max-parts")
            try OptionRange.check(maxVideo, in: 1...1 << 45, "--max-video")
            try OptionRange.check(maxVideos, in: 0...1000, "--max-videos")
            try OptionRange.check(maxSessions, in: 0...100_000, "--max-sessions")
            try OptionRange.check(liveIdle, in: Double.leastNonzeroMagnitude...OptionRange.maxSeconds, "--live-idle")
            guard (tlsCertificate == nil) == (tlsKey == nil) else {
                throw ValidationError("--tls-certificate and --tls-key belong together.")
            }
            try OptionRange.check(timeout, in: Double.leastNonzeroMagnitude...OptionRange.maxSeconds, "--timeout")
            try OptionRange.check(
                bodyTimeout, in: Double.leastNonzeroMagnitude...OptionRange.maxSeconds, "--body-timeout")
            for target in sendTargets where SendTarget(target) == nil {
                throw ValidationError("--send-to must be HOST or HOST:PORT, such as 10.0.0.5:39539, not \(target).")
            }
            try OptionRange.check(drain, in: 0...OptionRange.maxSeconds, "--drain")
        }

        func run() async throws {
            // While models are loaded; once it runs, the service handles these signals itself.
            for number in Interruption.signals where !Interruption.isIgnored(number) {
                signal(number) { _ in _exit(0) }
            }
            if let gpu = hardware.gpu { _ = try GPUStatus.found(allowsHalfPrecision: gpu.allowsHalfPrecision) }
            var options = ServerOptions()
            options.gpu = hardware.gpu
            options.stopsOnHangup = !Interruption.isIgnored(SIGHUP)
            options.host = host
            options.port = port
            options.allowedHosts = allowedHosts
            options.sendTargets = sendTargets.compactMap(SendTarget.init)
            options.token = token ?? ProcessInfo.processInfo.environment["LINEAMENT_TOKEN"]
            if jobs > 0 { options.jobs = jobs }
            options.maxWaiting = maxWaiting
            options.maxBody = maxBody
            options.maxMemory = maxMemory
            options.maxPixels = maxPixels
            options.maxConnections = maxConnections
            options.timeout = timeout
            options.bodyTimeout = bodyTimeout
            options.drainTime = drain
            options.maxParts = maxParts
            options.maxVideo = maxVideo
            options.maxVideos = maxVideos
            options.maxSessions = maxSessions
            options.liveIdle = liveIdle
            if let tlsCertificate, let tlsKey { options.tls = (tlsCertificate, tlsKey) }
            options.models = AssetManifest.models
            options.version = LineamentCommand.configuration.version
            let server = try Server(options)
            // Not into a log, which others may read.
            let token = StandardError.isTerminal ? options.token : nil
            try await server.run(
                onRunning: { address in
                    StandardError.write("Serving \(address). Stop with Ctrl-C.")
                    if let token { StandardError.write("In a browser, open \(address)/?token=\(token.asQueryValue)") }
                },
                onOverdue: { Foundation.exit(0) })
        }
    }

    extension String {
        /// The text as the value of a parameter in an address.
        fileprivate var asQueryValue: String {
            addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? self
        }
    }
#endif
