// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Lineament
internal import LineamentRender
internal import LineamentTasks

/// A description of the service: tasks, options, models, limits. `/v1` and `/openapi.json` are made from it.
struct ServiceDescription: Sendable {
    let options: ServerOptions

    /// The answer of `/v1`, with the cores as they are used now.
    func about(_ use: CoreUse) -> JSONValue {
        var about = members
        about["cores"] = Self.describe(use, jobs: options.jobs)
        about["gpu"] = GPUStatus.current.map(Self.describe)
        return .object(about)
    }

    private var members: [String: JSONValue] {
        [
            "version": .text(options.version),
            "tasks": .list(TaskKind.allCases.map { Self.describe(.task($0)) }),
            "tools": .list(ServiceAction.tools.map(Self.describe)),
            "mediaTypes": .list(AnswerFormat.mediaTypes.map { .text($0.name) }),
            "models": .list(options.models.map(\.json)),
            "sendTo": .list(options.sendTargets.map { .text($0.text) }),
            "personColors": .list(Color.people.map { .text($0.html) }),
            "limits": [
                "bodyBytes": .whole(options.maxBody), "videoBytes": .whole(options.maxVideo),
                "frameBytes": .whole(options.maxBody), "pixels": .whole(options.maxPixels),
                "parts": .whole(options.maxParts), "jobs": .whole(options.jobs),
                "waiting": .whole(options.maxWaiting), "uploadBytes": .whole(options.maxMemory),
                "sessions": .whole(options.maxSessions), "videos": .whole(options.maxVideos),
                "connections": .whole(options.maxConnections), "bodySeconds": .number(options.bodyTimeout),
                "imageSeconds": .number(options.timeout), "liveIdleSeconds": .number(options.liveIdle),
                "drainSeconds": .number(options.drainTime),
            ],
        ]
    }

    private static func describe(_ use: CoreUse, jobs: Int) -> JSONValue {
        let inferences = use.inferences.map { ("\($0)", JSONValue.whole($1)) }
        return [
            "available": .whole(use.cores), "jobs": .whole(jobs), "calls": .whole(use.calls),
            "threads": .whole(use.threads), "inferences": .object(Dictionary(inferences) { $1 }),
        ]
    }

    private static func describe(_ gpu: GPUStatus) -> JSONValue {
        var members: [String: JSONValue] = [
            "device": .text(gpu.device), "driver": .text(gpu.driver), "kind": .text(gpu.kind),
            "engine": .text(gpu.engine),
        ]
        if let memory = gpu.memory {
            members["deviceBytes"] = memory.device.map { .whole($0) }
            members["maxModelBytes"] = .whole(memory.bound)
            members["modelBytes"] = .whole(memory.taken)
        }
        return .object(members)
    }

    private static func describe(_ action: ServiceAction) -> JSONValue {
        [
            "name": .text(action.name), "path": "/v1/\(action.name)", "description": .text(action.summary),
            "options": .list(action.parameters.map(\.description)),
        ]
    }

    /// The answer of `/v1/topology`: which landmarks are connected, and their names.
    static var topology: JSONValue {
        let connections: [String: [Connection]] = [
            "tesselation": FaceLandmarker.tesselationConnections(), "contours": FaceLandmarker.contoursConnections(),
            "irises": FaceLandmarker.leftIrisConnections() + FaceLandmarker.rightIrisConnections(),
            "faceOval": FaceLandmarker.faceOvalConnections(), "lips": FaceLandmarker.lipsConnections(),
            "leftEye": FaceLandmarker.leftEyeConnections(), "rightEye": FaceLandmarker.rightEyeConnections(),
            "leftEyebrow": FaceLandmarker.leftEyebrowConnections(),
            "rightEyebrow": FaceLandmarker.rightEyebrowConnections(),
            "leftIris": FaceLandmarker.leftIrisConnections(), "rightIris": FaceLandmarker.rightIrisConnections(),
        ]
        let names = FaceMeshLandmark.allCases.map { ("\($0)", JSONValue.whole($0.rawValue)) }
        return [
            "face": [
                "connections": .object(connections.mapValues(pairs)), "names": .object(Dictionary(names) { $1 }),
            ],
            "pose": [
                "connections": pairs(PoseLandmarker.poseLandmarks),
                "names": .list(PoseLandmark.allCases.map { "\($0)" }),
            ],
            "hand": [
                "connections": pairs(HandLandmarker.handConnections),
                "names": .list(HandLandmark.allCases.map { "\($0)" }),
            ],
            "blendshapes": .list(FaceLandmarker.blendshapeNames.map { .text($0) }),
        ]
    }

    private static func pairs(_ connections: [Connection]) -> JSONValue {
        .list(connections.map { [.whole(Int($0.start)), .whole(Int($0.end))] })
    }
}

/// A model file that the service uses.
package struct ModelDescription: Sendable, Hashable {
    let name: String
    let sha256: String
    let bytes: Int

    /// Describes a file by its name, its SHA-256 in hexadecimal digits, and its size.
    package init(name: String, sha256: String, bytes: Int) {
        self.name = name
        self.sha256 = sha256
        self.bytes = bytes
    }

    fileprivate var json: JSONValue { ["name": .text(name), "sha256": .text(sha256), "bytes": .whole(bytes)] }
}
