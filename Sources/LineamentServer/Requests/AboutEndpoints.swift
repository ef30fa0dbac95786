#if Server
    internal import Foundation
    internal import HTTPTypes
    internal import Hummingbird
    internal import Lineament
    internal import NIOCore
    internal import Synchronization

    /// What the service says of itself: `/healthz`, `/readyz` and `/v1`.
    struct AboutEndpoints: Sendable {
        let options: ServerOptions
        let readiness: Readiness

        func addRoutes(to router: Router<BasicRequestContext>) {
            router.get("healthz") { _, _ in "ok\n" }
            router.get("readyz") { [readiness] _, _ in
                guard readiness.isReady else { throw Problem.isStopping }
                return "ready\n"
            }
            router.get("v1") { _, _ in try answer() }
        }

        private struct About: Encodable {
            struct Option: Encodable {
                var name: String
                var accepts: String
                var defaultValue: String
                var description: String
                enum CodingKeys: String, CodingKey {
                    case name, accepts, description
                    case defaultValue = "default"
                }
            }
            struct Task: Encodable {
                var path: String
                var description: String
                var options: [Option]
            }
            var version: String
            var tasks: [Task]
            var mediaTypes: [String]
            var limits: [String: Double]
        }

        private func answer() throws -> Response {
            let tasks = ServedTask.allCases.map { task in
                About.Task(
                    path: "/v1/\(task.rawValue)", description: task.summary,
                    options: task.parameters.map {
                        About.Option(
                            name: $0.name, accepts: $0.valueDescription, defaultValue: $0.defaultValue,
                            description: $0.summary)
                    })
            }
            let limits: [String: Double] = [
                "bodyBytes": Double(options.maxBody), "pixels": Double(options.maxPixels),
                "maxWaiting": Double(options.maxWaiting), "uploadBytes": Double(options.maxMemory),
                "jobs": Double(options.jobs), "connections": Double(options.maxConnections),
                "bodySeconds": options.bodyTimeout,
                "imageSeconds": options.timeout,
            ]
            let about = About(
                version: options.version, tasks: tasks, mediaTypes: AnswerFormat.mediaTypes.map(\.name), limits: limits)
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return Response(
                status: .ok, headers: [.contentType: "application/json"],
                body: ResponseBody(byteBuffer: ByteBuffer(bytes: try encoder.encode(about))))
        }
    }

    /// Whether the service takes work, which it does until it is asked to stop.
    final class Readiness: Sendable {
        private let state = Atomic(true)

        var isReady: Bool { state.load(ordering: .acquiring) }
        func stop() { state.store(false, ordering: .releasing) }
    }
#endif
