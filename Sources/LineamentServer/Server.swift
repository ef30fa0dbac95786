#if Server
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
        /// The time from SIGTERM to the end, of which a little remains for closing.
        private static let stoppingTime = Duration.seconds(9)

        /// Creates a service: loads the models of the standard options and runs each once, so that the first request is not
        /// a slow one.
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
        /// - Parameter onRunning: Receives the address, once requests are accepted.
        package func run(onRunning: @escaping @Sendable (String) -> Void) async throws {
            let readiness = Readiness()
            let queue = WorkQueue(
                jobs: options.jobs, maxWaiting: options.maxWaiting, maxBytes: options.maxMemory)
            readiness.set(true)
            let router = Router()
            var methods: [String: HTTPRequest.Method] = ["/healthz": .get, "/readyz": .get, "/v1": .get]
            for task in ServedTask.allCases { methods["/v1/\(task.rawValue)"] = .post }
            router.add(
                middleware: SafetyMiddleware(
                    hosts: HostCheck(allowed: options.allowedHosts), token: options.token.map(Token.init),
                    methods: methods))
            AboutEndpoints(options: options, readiness: readiness).addRoutes(to: router)
            for task in ServedTask.allCases {
                let endpoint = PictureEndpoint(task: task, options: options, tasks: tasks, queue: queue)
                router.post("v1/\(task.rawValue)") { request, _ in try await endpoint.answer(request) }
            }
            var logger = Logger(label: "lineament.server")
            logger.logLevel = .warning
            let application = Application(
                router: router,
                server: .http1(configuration: .init(idleTimeout: .seconds(60))),
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
                services: [.init(service: application), .init(service: StopNotice(readiness: readiness))],
                gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
            configuration.maximumGracefulShutdownDuration = Self.stoppingTime
            try await ServiceGroup(configuration: configuration).run()
        }
    }

    /// Says that the service takes no more work, as soon as it is asked to stop.
    private struct StopNotice: Service {
        let readiness: Readiness

        func run() async throws {
            try? await gracefulShutdown()
            readiness.set(false)
        }
    }
#endif
