// SPDX-License-Identifier: Apache-2.0
internal import Lineament
internal import LineamentTasks

/// The description of the service in the format of OpenAPI 3.1.
extension ServiceDescription {
    /// The answer of `/openapi.json`.
    var openAPI: JSONValue {
        var paths: [String: JSONValue] = [:]
        for action in ServiceAction.allCases {
            paths["/v1/\(action.name)"] = ["post": action.formats.isEmpty ? Self.capture : operation(action)]
        }
        for (path, summary, type) in Self.documents {
            paths[path] = [
                "get": [
                    "summary": .text(summary), "operationId": .text(path == "/v1" ? "about" : String(path.dropFirst())),
                    "responses": .object(
                        ["200": Self.content(summary, [type], schemas: path == "/v1" ? Self.aboutSchemas : [:])]
                            .merging(Self.problems) { $1 }),
                ]
            ]
        }
        paths["/v1/live"] = ["get": live]
        return [
            "openapi": "3.1.0",
            "info": [
                "title": "Lineament", "version": .text(options.version),
                "summary": "Detects faces and bodies in images, videos and live streams.",
                "license": ["name": "Apache-2.0", "identifier": "Apache-2.0"],
            ],
            // Relative to this document, which a proxy may have in a folder.
            "servers": [["url": "./"]],
            "paths": .object(paths),
            "components": [
                "schemas": .object(Self.schemas),
                "securitySchemes": ["token": ["type": "http", "scheme": "bearer"]],
            ],
            "security": options.token == nil ? [] : [["token": []]],
        ]
    }

    private static let documents: [(path: String, summary: String, type: String)] = [
        ("/v1", "The version, the tasks with their options, the models, limits, and cores.", "application/json"),
        ("/v1/topology", "The connections and names of landmarks.", "application/json"),
        ("/openapi.json", "This document.", "application/json"),
        ("/healthz", "Whether the process lives.", "text/plain"),
        ("/readyz", "Whether the server takes work.", "text/plain"),
        ("/metrics", "Metrics in Prometheus' text format.", "text/plain"),
        ("/sample", "The sample photo; 404 if it has not been fetched.", "image/png"),
    ]

    private func operation(_ action: ServiceAction) -> JSONValue {
        let binary: JSONValue = [:]
        let images: JSONValue = [
            "type": "object",
            "properties": ["image": ["type": "array", "items": ["contentMediaType": "application/octet-stream"]]],
        ]
        let redacted: JSONValue = [
            "anyOf": [
                images, Self.parts("plan", ["$ref": "#/components/schemas/RedactionPlan"]),
                Self.parts("areas", ["type": "string", "contentMediaType": "application/x-ndjson"]),
            ]
        ]
        let parts: JSONValue = ["schema": action.takesDocuments ? redacted : images]
        let result: JSONValue = ["$ref": "#/components/schemas/\(action.schemaName)"]
        let results = Self.content(
            "The results, in lines for several images and for the frames of a video, with failures among them; or the annotated "
                + "image or video. A video that fails halfway ends without the end of the body.",
            AnswerFormat.mediaTypes.filter { action.formats.contains($0.format) }.map(\.name),
            schemas: [
                "application/json": result,
                "application/vnd.lineament.plan+json": ["$ref": "#/components/schemas/RedactionPlan"],
                "application/vnd.lineament.plan+x-ndjson": Self.planLine,
                "application/x-ndjson": ["anyOf": [result, ["$ref": "#/components/schemas/Failure"]]],
            ])
        return [
            "summary": .text(action.summary), "operationId": .text(action.name),
            "parameters": .list(
                action.parameters.filter { $0.media != [.live] }.map(Self.parameter)
                    + (action.takesDocuments ? Self.optionsOfParts : [])),
            "requestBody": [
                "required": true, "description": "An image, several images, or a video.",
                "content": [
                    "image/*": binary, "application/octet-stream": binary, "video/*": binary,
                    "multipart/form-data": parts,
                ],
            ],
            "responses": .object(["200": results].merging(Self.problems) { $1 }),
        ]
    }

    private static var capture: JSONValue {
        let binary: JSONValue = [:]
        let file = content(
            "The file; an archive of several if the format holds one person and there are more, or if it has a file for each "
                + "frame.", CaptureAnswer.mediaTypes)
        return [
            "summary": .text(ServiceAction.capture.summary), "operationId": .text(ServiceAction.capture.name),
            "parameters": .list(ServiceAction.capture.parameters.map(parameter)),
            "requestBody": [
                "required": true, "description": "A video, or JSON lines of a video's results.",
                "content": ["video/*": binary, "application/x-ndjson": binary],
            ],
            "responses": .object(["200": file].merging(problems) { $1 }),
        ]
    }

    /// The options of redaction that say what comes with the file: a plan that is rendered, or boxes of another detector.
    private static let optionsOfParts = [
        option(
            "from", "plan",
            "With plan, the body has a plan (Accept: application/vnd.lineament.plan+json makes one) and then its image or video."
        ),
        option(
            "areas", "part",
            .text(
                "With part, the body has the boxes of another detector, a JSON object per line, and then their image or video. From "
                    + "where their times count, clock says: start or container. How many of them belong to no frame of a video is "
                    + "said at the end: in the last line of a report or of a plan in lines, in the header Missed-Areas of a plan, and in the trailer of that name of a copy."
            )
        ),
    ]

    /// An option that has one value.
    private static func option(_ name: String, _ value: JSONValue, _ description: JSONValue) -> JSONValue {
        [
            "name": .text(name), "in": "query", "description": description,
            "schema": ["type": "string", "enum": [value]],
        ]
    }

    /// A body of a document and then the image or video that it belongs to.
    private static func parts(_ name: String, _ document: JSONValue) -> JSONValue {
        [
            "type": "object", "required": [.text(name), "file"],
            "properties": .object([name: document, "file": ["contentMediaType": "application/octet-stream"]]),
        ]
    }

    private static let planLine: JSONValue = [
        "anyOf": .list(
            ["PlanProgress", "FinishedPlan", "Failure"].map { ["$ref": .text("#/components/schemas/\($0)")] })
    ]

    private static let planProgress: JSONValue = [
        "type": "object", "required": ["frames", "time"],
        "description": "How much of a video has been analyzed for its plan. Two of these lines are sent each second.",
        "properties": [
            "frames": ["type": "integer", "description": "The number of frames."],
            "time": [
                "type": "number",
                "description": "The time of the last frame, in seconds from the beginning of the chosen range.",
            ],
            "duration": [
                "type": "number", "description": "The length of the chosen range, in seconds, if the file says it.",
            ],
        ],
    ]

    private static let finishedPlan: JSONValue = [
        "type": "object", "required": ["plan"], "description": "The last line.",
        "properties": [
            "plan": ["$ref": "#/components/schemas/RedactionPlan"],
            "missedAreas": [
                "type": "integer", "description": "The number of boxes that belong to no frame, if there are any.",
            ],
        ],
    ]

    private var live: JSONValue {
        let names = TaskKind.allCases.map { JSONValue.text($0.rawValue) }
        let task: JSONValue = [
            "name": "task", "in": "query", "required": true, "description": "The task.",
            "schema": ["type": "string", "enum": .list(names)],
        ]
        let all = TaskKind.allCases.flatMap { ServiceAction.task($0).parameters(for: .live) }
        let parameters = all.reduce(into: [OptionDescription]()) { known, next in
            if let place = known.firstIndex(where: { $0.name == next.name }) {
                known[place] = known[place].united(with: next)
            } else {
                known.append(next)
            }
        }
        return [
            "summary": "A live session: a WebSocket that takes frames and answers each with its results.",
            "operationId": "live",
            "parameters": .list([task] + parameters.map(Self.parameter) + LiveSending.parameters.map(Self.parameter)),
            "responses": .object(
                ["101": ["description": "The WebSocket is open."]].merging(Self.problems) { $1 }),
        ]
    }

    private static func parameter(_ parameter: OptionDescription) -> JSONValue {
        let media = OptionDescription.Medium.allCases.filter(parameter.media.contains).map(\.rawValue)
        let limits =
            media.count == OptionDescription.Medium.allCases.count ? "" : " Only for: \(media.joined(separator: ", "))."
        return [
            "name": .text(parameter.name), "in": "query", "description": .text(parameter.summary + limits),
            "schema": parameter.schema, "style": "form", "explode": false,
        ]
    }

    private static func parameter(_ item: (name: String, summary: String, schema: JSONValue)) -> JSONValue {
        [
            "name": .text(item.name), "in": "query", "description": .text(item.summary), "schema": item.schema,
            "style": "form", "explode": false,
        ]
    }

    /// The answers that any path may give.
    private static let problems: [String: JSONValue] = ["default": content("An error.", ["application/problem+json"])]

    /// Describes an answer. A schema of lines is that of each line.
    private static func content(
        _ description: String, _ types: [String], schemas: [String: JSONValue] = [:]
    ) -> JSONValue {
        let defaults: [String: JSONValue] = [
            "application/problem+json": ["$ref": "#/components/schemas/Problem"],
            "application/json": ["type": "object"],
        ]
        let content = types.map { type in (type, ["schema": schemas[type] ?? defaults[type] ?? [:]] as JSONValue) }
        return ["description": .text(description), "content": .object(Dictionary(content) { $1 })]
    }

    private static var schemas: [String: JSONValue] {
        let results = ServiceAction.allCases.compactMap { action in
            action.resultSchema.map { (action.schemaName, $0) }
        }
        let errors = [
            "Problem": problemSchema, "Failure": ResultSchema.serviceFailure, "RedactionPlan": ResultSchema.plan,
            "PlanProgress": planProgress, "FinishedPlan": finishedPlan,
        ]
        return Dictionary(results) { $1 }.merging(errors) { $1 }
    }

    private static let aboutSchemas: [String: JSONValue] = [
        "application/json": [
            "type": "object", "required": ["version", "tasks", "tools", "models", "limits", "cores"],
            "properties": ["cores": coresSchema],
        ]
    ]

    private static let coresSchema: JSONValue = [
        "type": "object", "required": ["available", "jobs", "calls", "threads", "inferences"],
        "properties": [
            "available": ["type": "integer", "description": "The cores that the server may use."],
            "jobs": ["type": "integer", "description": "The images and frames that are processed at once."],
            "calls": ["type": "integer", "description": "The calls that share the cores now, at least 1."],
            "threads": [
                "type": "integer", "description": "The threads with which a model would begin an inference now.",
            ],
            "inferences": [
                "type": "object", "additionalProperties": ["type": "integer"],
                "description": "The inferences on the CPU since the start, by their number of threads.",
            ],
        ],
    ]

    private static let problemSchema: JSONValue = [
        "type": "object", "required": ["title", "status", "detail"],
        "properties": [
            "type": ["type": "string"], "title": ["type": "string"], "status": ["type": "integer"],
            "detail": ["type": "string"],
        ],
    ]
}
