// SPDX-License-Identifier: Apache-2.0
#if Server
    internal import Foundation
    internal import HTTPTypes
    internal import Hummingbird
    internal import Lineament
    internal import LineamentTasks
    internal import NIOCore

    /// The description of the service.
    struct AboutEndpoints: Sendable {
        let service: Service
        let description: ServiceDescription

        /// The paths, all for GET.
        static let paths = [
            "/healthz", "/readyz", "/v1", "/v1/topology", "/openapi.json", "/metrics", "/sample",
        ]

        /// The paths by which proxies and Kubernetes look whether the server lives, for which they have no token.
        static let probes: Set = ["/healthz", "/readyz"]

        func addRoutes(to router: Router<ServiceRequestContext>) throws {
            let topology = try Response(ServiceDescription.topology)
            let openAPI = try Response(description.openAPI)
            router.get("healthz") { _, _ in "ok\n" }
            router.get("readyz") { [service] _, _ in
                guard service.readiness.isReady else {
                    throw Problem(status: .serviceUnavailable, detail: "The server is stopping.")
                }
                return "ready\n"
            }
            router.get("v1") { [description] _, _ in try Response(description.about(.current)) }
            router.get("v1/topology") { _, _ in topology }
            router.get("openapi.json") { _, _ in openAPI }
            router.get("metrics") { _, _ in await metrics() }
            router.get("sample") { _, _ in try sample() }
        }

        private func metrics() async -> Response {
            let text = service.metrics.text(
                version: service.options.version, depth: await service.queue.depth,
                inFlight: await service.queue.running, sessions: service.sessions.count)
            return Response(ByteBuffer(string: text), "text/plain; version=0.0.4; charset=utf-8")
        }

        /// Answers with the sample photo, if it has been fetched.
        private func sample() throws -> Response {
            let places = AssetFolders.candidates("samples", "astronaut.png")
            guard let data = places.lazy.compactMap({ try? Data(contentsOf: $0) }).first else {
                throw Problem(
                    status: .notFound, detail: "The sample photo is missing. Fetch it with: lineament models fetch")
            }
            return Response(ByteBuffer(bytes: data), "image/png")
        }
    }
#endif
