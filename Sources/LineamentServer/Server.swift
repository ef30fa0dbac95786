#if Server
    internal import Foundation
    internal import HTTPTypes
    internal import Hummingbird
    internal import HummingbirdCore
    internal import Lineament
    internal import Logging
    internal import NIOCore
    internal import ServiceLifecycle
    internal import UnixSignals

    /// The HTTP service.
    package struct Server: Sendable {
        private let options: ServerOptions
        private let tasks = TaskCache()
        /// The time, in seconds, from SIGTERM until requests that are not done are dropped, and until the process is to end.
        private static let (stoppingTime, longestStop) = (9, 9.8)

        /// Creates a service: loads the models of the default options, so that the first request need not wait for them.
        /// - Throws: ``LineamentError``, with code `invalidArgument` if an option is unsafe.
        package init(_ options: ServerOptions) throws {
            try options.check()
            self.options = options
            let gray = try PixelBuffer(
                copying: [UInt8](repeating: 128, count: 64 * 64), width: 64, height: 64, format: .gray8)
            for task in ServedTask.allCases {
                _ = try tasks.task(for: TaskSettings(task, query: []))(gray, as: .json)
            }
        }

        /// Serves until SIGTERM or SIGINT; then requests that were accepted are answered.
        /// - Parameters:
        ///   - onRunning: Receives the address, once requests are accepted.
        ///   - onOverdue: Called if the service has not stopped 9.8 s after the signal, because an image takes that long.
        package func run(
            onRunning: @escaping @Sendable (String) -> Void, onOverdue: @escaping @Sendable () -> Void
        ) async throws {
            let readiness = Readiness()
            let queue = WorkQueue(jobs: options.jobs, maxWaiting: options.maxWaiting)
            let memory = UploadBudget(limit: options.maxMemory)
            let router = Router(options: .autoGenerateHeadEndpoints)
            var methods: [String: HTTPRequest.Method] = ["/healthz": .get, "/readyz": .get, "/v1": .get]
            for task in ServedTask.allCases { methods["/v1/\(task.rawValue)"] = .post }
            router.add(
                middleware: SafetyMiddleware(
                    hosts: HostCheck(allowed: options.allowedHosts), token: options.token.map(Token.init),
                    methods: methods))
            AboutEndpoints(options: options, readiness: readiness).addRoutes(to: router)
            for task in ServedTask.allCases {
                let endpoint = ImageEndpoint(
                    task: task, options: options, tasks: tasks, queue: queue, memory: memory, readiness: readiness)
                router.post("v1/\(task.rawValue)") { request, _ in try await endpoint.answer(request) }
            }
            var logger = Logger(label: "lineament.server")
            logger.logLevel = .warning
            let application = Application(
                router: router,
                server: .http1(
                    configuration: .init(additionalChannelHandlers: [EarlyAnswerHandler()], idleTimeout: .seconds(60))),
                configuration: ApplicationConfiguration(
                    address: .hostname(options.host, port: options.port), serverName: "Lineament",
                    availableConnectionsDelegate: MaximumAvailableConnections(options.maxConnections)),
                onServerRunning: { [options] channel in
                    let port = channel.localAddress?.port ?? options.port
                    onRunning(
                        options.host.contains(":")
                            ? "http://[\(options.host)]:\(port)" : "http://\(options.host):\(port)")
                }, logger: logger)
            var configuration = ServiceGroupConfiguration(
                services: [
                    .init(service: application),
                    .init(service: StopNotice(readiness: readiness, longest: Self.longestStop, onOverdue: onOverdue)),
                ],
                gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
            configuration.maximumGracefulShutdownDuration = .seconds(Self.stoppingTime)
            do {
                try await ServiceGroup(configuration: configuration).run()
            } catch let error as IOError where error.errnoCode == EADDRINUSE {
                throw LineamentError(.invalidArgument, "Port \(options.port) is in use. Choose another with --port.")
            } catch let error as IOError where error.errnoCode == EADDRNOTAVAIL {
                throw LineamentError(.invalidArgument, "\(options.host) is not an address of this machine (--host).")
            }
        }
    }

    /// Says that the service takes no more work, as soon as it is asked to stop.
    private struct StopNotice: Service {
        let readiness: Readiness
        let longest: Double
        let onOverdue: @Sendable () -> Void

        func run() async throws {
            try? await gracefulShutdown()
            readiness.stop()
            DispatchQueue.global().asyncAfter(deadline: .now() + longest) { [onOverdue] in onOverdue() }
            // The listener closes when this ends: until then, probes and clients are told to go elsewhere.
            try? await Task.sleep(for: .seconds(1))
        }
    }
#endif
