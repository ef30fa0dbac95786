// SPDX-License-Identifier: Apache-2.0
#if Server
    internal import Foundation
    internal import HTTPTypes
    internal import Hummingbird
    internal import HummingbirdCore
    internal import HummingbirdTLS
    internal import Lineament
    internal import Logging
    internal import NIOCore
    internal import NIOSSL
    internal import ServiceLifecycle
    internal import UnixSignals

    /// The HTTP service.
    package struct Server: Sendable {
        private let options: ServerOptions
        private let service: Service
        private let tls: TLSConfiguration?
        /// The time, in seconds, from the end of draining until requests that are not done are dropped.
        private static let stoppingTime = 8.0
        /// The time, in seconds, from the end of draining until the process is to end.
        private static let maxStop = 8.8

        /// Creates a service: loads the models of the default options and runs them once, so that the first request need
        /// not wait for them.
        /// - Throws: ``LineamentError``, with code `invalidArgument` if an option is unsafe.
        package init(_ options: ServerOptions) throws {
            try options.check()
            self.options = options
            service = Service(options)
            tls = try options.tls.map { try Self.tlsConfiguration(certificate: $0.certificate, key: $0.key) }
            for task in TaskKind.allCases {
                _ = try TaskSettings(.task(task), for: .image, query: []).prepare(service.models)
            }
        }

        private static func tlsConfiguration(certificate: String, key: String) throws -> TLSConfiguration {
            let configuration: TLSConfiguration
            do {
                let chain = try NIOSSLCertificate.fromPEMFile(certificate).map {
                    NIOSSLCertificateSource.certificate($0)
                }
                let key = try NIOSSLPrivateKey(file: key, format: .pem)
                var made = TLSConfiguration.makeServerConfiguration(
                    certificateChain: chain, privateKey: .privateKey(key))
                made.minimumTLSVersion = .tlsv12
                made.applicationProtocols = ["http/1.1"]
                configuration = made
            } catch {
                throw LineamentError(
                    .invalidArgument,
                    "The TLS certificate or key cannot be read; both must be PEM files (--tls-certificate, --tls-key).",
                    underlyingError: error)
            }
            do {
                _ = try NIOSSLContext(configuration: configuration)
            } catch {
                throw LineamentError(
                    .invalidArgument,
                    "The TLS key does not belong to the certificate, which must come first in its file, before those that "
                        + "signed it (--tls-certificate, --tls-key).", underlyingError: error)
            }
            return configuration
        }

        /// Serves until SIGTERM or SIGINT, and then for the time of draining; requests that were accepted are answered.
        /// - Parameters:
        ///   - onRunning: Receives the address, once requests are accepted.
        ///   - onOverdue: Called if the service has not stopped 8.8 s after draining, because an image, or a client that
        ///     reads slowly, takes that long.
        /// - Throws: ``LineamentError``, with code `failedPrecondition` if the address cannot be used.
        package func run(
            onRunning: @escaping @Sendable (String) -> Void, onOverdue: @escaping @Sendable () -> Void
        ) async throws {
            var logger = Logger(label: "lineament.server")
            logger.logLevel = .warning
            let gate = Gatekeeper(
                hosts: HostCheck(allowed: options.allowedHosts), token: options.token.map(Token.init))
            let live = LiveEndpoint(service: service, gate: gate)
            let channel = HTTPServerBuilder { [tls, readiness = service.readiness] responder in
                ServiceChannel(responder: responder, live: live, readiness: readiness, isSecure: tls != nil)
            }
            let application = Application(
                router: try router(gate, live),
                server: try tls.map { try .tls(channel, tlsConfiguration: $0) } ?? channel,
                configuration: ApplicationConfiguration(
                    address: .hostname(options.host, port: options.port), serverName: "Lineament",
                    availableConnectionsDelegate: MaximumAvailableConnections(options.maxConnections)),
                onServerRunning: { [options] channel in
                    onRunning(options.address(port: channel.localAddress?.port ?? options.port))
                }, logger: logger)
            var configuration = ServiceGroupConfiguration(
                services: [
                    .init(service: application),
                    .init(
                        service: StopNotice(
                            readiness: service.readiness, drainTime: options.drainTime, longest: Self.maxStop,
                            onOverdue: onOverdue)),
                ],
                gracefulShutdownSignals: [.sigterm, .sigint] + (options.stopsOnHangup ? [.sighup] : []), logger: logger)
            configuration.maximumGracefulShutdownDuration = .seconds(options.drainTime + Self.stoppingTime)
            defer { service.readiness.end() }
            do {
                try await ServiceGroup(configuration: configuration).run()
            } catch let error as IOError {
                guard let message = addressProblem(error.errnoCode) else { throw error }
                // No invalid argument: DHCP may bring the address later, so systemd should try again.
                throw LineamentError(.failedPrecondition, message, underlyingError: error)
            }
        }

        /// Returns why the address cannot be used, as `errno` tells; `nil` if that is not the matter.
        private func addressProblem(_ code: CInt) -> String? {
            switch code {
            case EADDRINUSE: "Port \(options.port) is in use. Choose another with --port."
            case EADDRNOTAVAIL: "\(options.host) is not an address of this machine (--host)."
            case EACCES: "This user may not listen on port \(options.port). Choose one above 1023 with --port."
            default: nil
            }
        }

        private func router(_ gate: Gatekeeper, _ live: LiveEndpoint) throws -> Router<ServiceRequestContext> {
            let router = Router(context: ServiceRequestContext.self, options: .autoGenerateHeadEndpoints)
            var methods: [String: HTTPRequest.Method] = [LiveEndpoint.path: .get, "/": .get]
            for path in AboutEndpoints.paths + StudioFile.paths { methods[path] = .get }
            for action in ServiceAction.allCases { methods["/v1/\(action.name)"] = .post }
            router.add(middleware: SafetyMiddleware(gate: gate, service: service, methods: methods))
            try AboutEndpoints(service: service, description: ServiceDescription(options: options))
                .addRoutes(to: router)
            StudioEndpoints(token: gate.token, isSecure: tls != nil).addRoutes(to: router)
            for action in ServiceAction.allCases {
                let endpoint = TaskEndpoint(action: action, service: service)
                router.post("v1/\(action.name)") { try await endpoint.answer($0, $1) }
            }
            router.get("v1/live") { request, _ in try live.answer(request) }
            return router
        }
    }

    extension ServerOptions {
        /// Returns the address of the service in a browser.
        fileprivate func address(port: Int) -> String {
            "\(tls == nil ? "http" : "https")://\(host.contains(":") ? "[\(host)]" : host):\(port)"
        }
    }

    /// Keeps the listener open for a while after the service is asked to stop, and says that it will close.
    private struct StopNotice: ServiceLifecycle.Service {
        let readiness: Readiness
        let drainTime: Double
        /// The time, in seconds, from the end of draining until the service is overdue.
        let longest: Double
        let onOverdue: @Sendable () -> Void

        func run() async throws {
            try? await gracefulShutdown()
            readiness.drain()
            DispatchQueue.global().asyncAfter(deadline: .now() + drainTime + longest) { [readiness, onOverdue] in
                if !readiness.hasEnded { onOverdue() }
            }
            try? await Task.sleep(for: .seconds(drainTime))
            // The listener closes when this ends.
            readiness.close()
        }
    }
#endif
