// SPDX-License-Identifier: Apache-2.0
import Foundation
import Lineament
import LineamentImages
import LineamentRender
import LineamentTasks
import Testing
import TestSupport

/// Each line that the program prints is as `lineament schema` and docs/output.md say.
@Suite struct SchemaTests {
    private static func schema(of task: TaskKind) throws -> JSONSchema {
        let outcome = try Program.run("schema", task.rawValue)
        try #require(outcome.status == 0, "\(outcome.errors)")
        try #require(outcome.errors.isEmpty, "\(outcome.errors)")
        return try JSONSchema(outcome.output)
    }

    /// The options that change what a task prints.
    private static let variants: [TaskKind: [[String]]] = [
        .faceDetector: [[], ["--range", "short"], ["--min-detection-confidence", "0.05"]],
        .faceLandmarker: [
            [], ["--output-face-blendshapes", "--output-facial-transformation-matrixes", "--annotate", "drawn/"],
        ] + FaceLandmarkerRow.Field.allCases.map { ["--fields", $0.rawValue] } + [
            ["--fields", FaceLandmarkerRow.Field.allCases.map(\.rawValue).joined(separator: ",")]
        ],
        .poseLandmarker: [
            [], ["--output-segmentation-masks", "masks", "--annotate", "drawn/", "--world-view"],
        ]
            + PoseLandmarkerRow.Field.allCases.map {
                ["--output-segmentation-masks", "masks", "--fields", $0.rawValue]
            } + [
                [
                    "--output-segmentation-masks", "masks",
                    "--fields", PoseLandmarkerRow.Field.allCases.map(\.rawValue).joined(separator: ","),
                ]
            ],
        .handLandmarker: [[], ["--range", "short"], ["--annotate", "drawn/"]]
            + HandLandmarkerRow.Field.allCases.map { ["--fields", $0.rawValue] },
        .holisticLandmarker: [
            [], ["--output-face-blendshapes", "--output-segmentation-masks", "masks", "--annotate", "drawn/"],
        ]
            + HolisticLandmarkerRow.Field.allCases.map {
                ["--output-segmentation-masks", "masks", "--fields", $0.rawValue]
            },
        .faces: [
            [], ["--landmark-mode", "none", "--contour-mode", "none", "--classification-mode", "none"],
            ["--annotate", "drawn/", "--min-face-size", "0.1"],
        ],
    ]

    @Test(arguments: TaskKind.allCases) func everyLineIsAsTheSchemaSays(task: TaskKind) throws {
        let schema = try Self.schema(of: task)
        #expect(schema.unknownKeywords.isEmpty)
        let scratch = try Scratch()
        try Clip.make(at: scratch.url("clip.mp4"), frames: 4)
        try PixelBuffer.blank.write(to: scratch.url("blank.png"))
        let inputs = ["'\(Sample.url.path)'", "blank.png", "clip.mp4", "/no/such.jpg"]
        for options in try #require(Self.variants[task]) {
            let outcome = try Program.shell(
                (["lineament", task.rawValue] + inputs + options).joined(separator: " "), in: scratch.folder)
            #expect(outcome.status == 1, "\(options): \(outcome.errors)")
            #expect(outcome.lines.count == 7, "\(options): \(outcome.errors)")
            for line in outcome.lines {
                let problems = try schema.problems(with: JSON(line))
                #expect(problems.isEmpty, "\(options): \(problems.prefix(5)) in \(line.prefix(300))")
            }
        }
        let damaged = try Program.run(task.rawValue, "-", input: Data("no image".utf8))
        #expect(damaged.status == 1)
        #expect(damaged.lines.count == 1)
        #expect(try schema.problems(with: JSON(damaged.output)).isEmpty)
    }

    @Test(arguments: [
        ("redact", "--output copies --report lines.jsonl"),
        ("redact", "--output copies --review --report lines.jsonl"),
        ("redact", "--output copies --what people --report lines.jsonl"),
        ("crop", "--output crops --table lines.jsonl"), ("crop", "--output crops --best-of-track --table lines.jsonl"),
        ("crop", "--output crops --what people --table lines.jsonl"),
    ])
    func linesOfToolsAreAsTheSchemaSays(tool: String, options: String) throws {
        let schema = try JSONSchema(Program.run("schema", tool).output)
        #expect(schema.unknownKeywords.isEmpty, "\(schema.unknownKeywords)")
        let scratch = try Scratch()
        try Clip.make(at: scratch.url("clip.mp4"), frames: 4)
        let outcome = try Program.shell(
            "lineament \(tool) '\(Sample.url.path)' clip.mp4 /no/such.jpg \(options)", in: scratch.folder)
        #expect(outcome.status == 1, "\(outcome.errors)")
        let lines = try String(contentsOf: scratch.url("lines.jsonl"), encoding: .utf8).split(separator: "\n")
        #expect(lines.count == (options.contains("--best-of-track") ? 3 : 6))
        for line in lines {
            let problems = try schema.problems(with: JSON(String(line)))
            #expect(problems.isEmpty, "\(problems.prefix(5)) in \(line.prefix(300))")
        }
        #expect(try !schema.problems(with: JSON("{\"source\": \"a.png\"}")).isEmpty)
    }

    @Test(arguments: TaskKind.allCases) func alteredLinesAreRefused(task: TaskKind) throws {
        let schema = try Self.schema(of: task)
        let line = try Self.line(of: task)
        #expect(schema.problems(with: line).isEmpty)
        let failure = JSON.object(["source": .string("a.png"), "error": .string("a.png: no such file.")])
        #expect(schema.problems(with: failure).isEmpty)
        for altered in try Self.alterations(of: line, task) + Self.alterations(of: failure) {
            #expect(!schema.problems(with: altered).isEmpty, "\(String(describing: altered).prefix(300))")
        }
    }

    /// Returns the line of an image with one subject. The sample photo hardly shows hands, but one of its parts has what
    /// is taken for one.
    private static func line(of task: TaskKind) throws -> JSON {
        switch task {
        case .faceDetector, .poseLandmarker, .faces: return try JSON(Program.run(task.rawValue, Sample.url.path).output)
        case .faceLandmarker, .holisticLandmarker:
            return try JSON(Program.run(task.rawValue, Sample.url.path, "--output-face-blendshapes").output)
        case .handLandmarker:
            let scratch = try Scratch()
            let part = try DerivedPixels.sample().cropped(x: 96, y: 256, width: 128, height: 128)
            try part.pixelBuffer().write(to: scratch.url("part.png"))
            return try JSON(
                Program.run(
                    task.rawValue, "part.png", "--range", "short", "--min-hand-detection-confidence", "0.1",
                    "--min-hand-presence-confidence", "0.1", in: scratch.folder
                ).output)
        }
    }

    /// Alterations of any line.
    private static func alterations(of line: JSON) -> [JSON] {
        let removed = ["source", line["error"] == nil ? "width" : "error"].map { name in
            var altered = line
            altered[name] = nil
            return altered
        }
        let set: [(String, JSON)] = [
            ("surplus", .number(1)), ("source", .number(1)), ("timestampInMilliseconds", .number(40)),
            ("width", .string("512")), ("height", .number(0)), ("trackIDs", .array([.number(1)])),
        ]
        return removed
            + set.map { name, value in
                var altered = line
                altered[name] = value
                return altered
            } + [.array([line]), .null]
    }

    /// Alterations of the line of an image with one subject.
    private static func alterations(of line: JSON, _ task: TaskKind) throws -> [JSON] {
        func altered(_ name: String, _ change: (inout JSON) -> Void) throws -> JSON {
            var (line, value) = (line, try #require(line[name]))
            change(&value)
            line[name] = value
            return line
        }
        let own: [JSON] =
            switch task {
            case .faceDetector:
                try [
                    altered("detections") { $0 = .null },
                    altered("detections") { $0[0]["boundingBox"] = nil },
                    altered("detections") { $0[0]["keypoints"]?[0]["z"] = .number(0) },
                    altered("detections") { $0[0]["categories"]?[0]["score"] = .number(1.5) },
                    altered("detections") { $0[0]["boundingBox"]?["x"] = .number(1.5) },
                    altered("detections") { $0[0]["keypoints"] = .array($0[0]["keypoints"]?.items.dropLast() ?? []) },
                ]
            case .faceLandmarker:
                try [
                    altered("faceLandmarks") { $0[0] = .array($0[0].items.dropLast()) },
                    altered("faceLandmarks") { $0[0][477]["z"] = nil },
                    altered("faceLandmarks") { $0[0][0]["x"] = .string("0.5") },
                    altered("faceBlendshapes") { $0[0][3]["categoryName"] = .string("smile") },
                    altered("faceBlendshapes") { $0[0][3]["score"] = .number(-0.1) },
                    altered("faceScores") { $0[0] = .number(2) },
                ]
            case .poseLandmarker:
                try [
                    altered("landmarks") { $0[0] = .array($0[0].items + [$0[0][0]]) },
                    altered("landmarks") { $0[0][0]["visibility"] = .number(2) },
                    altered("worldLandmarks") { $0[0][32]["y"] = nil },
                ]
            case .handLandmarker:
                try [
                    altered("landmarks") { $0[0] = .array($0[0].items.dropLast()) },
                    altered("worldLandmarks") { $0[0][20]["y"] = nil },
                    altered("handedness") { $0[0]["categoryName"] = .string("Both") },
                    altered("handedness") { $0[0]["score"] = nil },
                    altered("handScores") { $0[0] = .number(2) },
                ]
            case .holisticLandmarker:
                try [
                    altered("poseLandmarks") { $0[0] = .array($0[0].items.dropLast()) },
                    altered("poseLandmarks") { $0[0][0]["visibility"] = .number(2) },
                    altered("faceLandmarks") { $0[0] = .array($0[0].items + [$0[0][0]]) },
                    altered("faceLandmarks") { $0[0][0]["visibility"] = .number(1) },
                    altered("leftHandLandmarks") { $0[0] = .array([.number(1)]) },
                ]
            case .faces:
                try [
                    altered("faces") { $0[0]["frame"] = nil },
                    altered("faces") { $0[0]["smilingProbability"] = .number(-1) },
                    altered("faces") { $0[0]["landmarks"]?["chin"] = .null },
                    altered("faces") { $0[0]["contours"]?["face"]?[0]["x"] = nil },
                ]
            }
        return own + alterations(of: line)
    }

    /// An image without anybody differs in CSV from one that was not reached; so does a frame.
    @Test(arguments: TaskKind.allCases.map(\.rawValue) + ["crop", "redact"])
    func imagesWithoutAnybodyHaveARowInCSV(command: String) throws {
        let scratch = try Scratch()
        try PixelBuffer.blank.write(to: scratch.url("blank.png"))
        let options = ["crop": "--output crops --table table.csv"][command] ?? "--format csv --output table.csv"
        guard command != "redact" else {
            let output = RedactionOutput(method: .blur, isReview: false)
            let head = ResultHead(
                source: "a.png", relativePath: "a.png", width: 64, height: 48, timestamp: 40, frame: 1)
            let row = output.lines(Redaction(areas: []), head, as: .csv)
            #expect(row == "a.png,64,48,40" + String(repeating: ",", count: output.csvColumns.count - 3) + "\n")
            return
        }
        let outcome = try Program.shell("lineament \(command) blank.png \(options)", in: scratch.folder)
        #expect(outcome.status == 0, "\(outcome.errors)")
        let rows = try String(contentsOf: scratch.url("table.csv"), encoding: .utf8).split(separator: "\n")
        try #require(rows.count == 2)
        let fields = rows[1].split(separator: ",", omittingEmptySubsequences: false)
        #expect(fields.count == rows[0].split(separator: ",").count)
        #expect(fields[..<3] == ["blank.png", "64", "48"])
        #expect(fields.dropFirst(3).joined().isEmpty)
    }

    @Test func onlyTasksHaveSchemas() throws {
        #expect(try Program.run("schema", "bench").status == 2)
        #expect(try Program.run("schema").status == 2)
    }
}

/// docs/output.md names all members and columns, and no others.
@Suite struct OutputPageTests {
    /// The members of every line, which have a section of their own.
    private static let head: Set = [
        "source", "width", "height", "frame", "timestampInMilliseconds", "annotated", "error",
    ]
    private static let page = TestData.packageRoot.appendingPathComponent("docs/output.md")
    private static let headColumns: Set = ["source", "width", "height", "timestamp_ms", "error"]

    /// Returns the names in the first cells of a section's tables whose first column has a heading.
    private static func names(under title: String, _ heading: String) throws -> Set<String> {
        let page = try String(contentsOf: Self.page, encoding: .utf8)
        let section = try #require(
            page.components(separatedBy: "\n## ").first { $0.hasPrefix("\(title)\n") }, "no section \(title)")
        var names: Set<String> = []
        var isInside = false
        for line in section.split(separator: "\n", omittingEmptySubsequences: false) {
            guard line.hasPrefix("|") else {
                isInside = false
                continue
            }
            let cell = line.split(separator: "|", omittingEmptySubsequences: false)[1]
            if cell.trimmingCharacters(in: .whitespaces) == heading { isInside = true }
            if isInside { names.formUnion(cell.matches(of: /`([^`]+)`/).map { String($0.1) }) }
        }
        return names
    }

    @Test func headsAreDescribed() throws {
        #expect(try Self.names(under: "Every line", "member") == Self.head)
        #expect(try Self.names(under: "Every line", "column") == Self.headColumns)
        let page = try String(contentsOf: Self.page, encoding: .utf8)
        for name in FaceLandmarker.blendshapeNames { #expect(page.contains("`\(name)`")) }
    }

    @Test(arguments: TaskKind.allCases) func membersAreDescribed(task: TaskKind) throws {
        let schema = try JSONSchema(Program.run("schema", task.rawValue).output)
        var said = try Self.names(under: task.rawValue, "member")
        said.formUnion(Self.head)
        let wanted = schema.propertyNames
        #expect(said == wanted, "\(task): \(said.symmetricDifference(wanted).sorted())")
    }

    @Test(arguments: TaskKind.allCases) func columnsAreDescribed(task: TaskKind) throws {
        let scratch = try Scratch()
        let options: [String] =
            switch task {
            case .handLandmarker:
                ["--fields", HandLandmarkerRow.Field.allCases.map(\.rawValue).joined(separator: ",")]
            case .faceLandmarker:
                ["--fields", FaceLandmarkerRow.Field.allCases.map(\.rawValue).joined(separator: ",")]
            case .poseLandmarker:
                [
                    "--output-segmentation-masks", "masks", "--fields",
                    PoseLandmarkerRow.Field.allCases.map(\.rawValue).joined(separator: ","),
                ]
            case .holisticLandmarker:
                [
                    "--output-segmentation-masks", "masks", "--fields",
                    HolisticLandmarkerRow.Field.allCases.map(\.rawValue).joined(separator: ","),
                ]
            default: []
            }
        let arguments = ["lineament", task.rawValue, Sample.url.path, "--format", "csv"] + options
        let header = try #require(
            Program.shell(arguments.joined(separator: " "), in: scratch.folder).lines.first)
        let written = header.split(separator: ",")
        #expect(Set(written).count == written.count, "\(task): a column's name occurs twice")
        let columns = written.map { column -> String in
            if FaceLandmarker.blendshapeNames.contains(String(column)) { return "categoryName" }
            return String(column).replacing(/^m[0-3][0-3]$/, with: "mRC").replacing(/[0-9]+$/, with: "N")
        }
        let said = try Self.names(under: task.rawValue, "column").union(Self.headColumns)
        #expect(said == Set(columns), "\(task): \(said.symmetricDifference(columns).sorted())")
    }
}

extension PixelBuffer {
    /// A gray image without anybody.
    fileprivate static var blank: PixelBuffer {
        get throws {
            try PixelBuffer(
                copying: [UInt8](repeating: 128, count: 64 * 48 * 3), width: 64, height: 48, format: .rgb8)
        }
    }

    func write(to url: URL) throws { try ImageEncoder().write(self, to: url) }
}
