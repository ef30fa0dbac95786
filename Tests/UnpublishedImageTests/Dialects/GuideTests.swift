// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

private let guides = TestData.folder.deletingLastPathComponent().appendingPathComponent("seeds")
private let areGuidesPresent = FileManager.default.fileExists(atPath: guides.path)

/// The Swift code of five iOS guides to MediaPipe, ML Kit and Vision, extracted from their texts. Each piece is completed
/// with the parts it leaves to the reader and type-checked against our modules: with our import line, and on Linux once
/// more with the original's. The texts are not in the repository.
@Suite(
    .enabled(
        if: areGuidesPresent,
        "needs the unpublished texts of ../shared/seeds; Scripts/tests/test_clients.sh builds and runs whole programs"))
struct GuideTests {
    struct Piece: Sendable, CustomTestStringConvertible {
        let guide: String
        let name: String
        /// The text at which the piece begins and the text with which it ends.
        let start: String
        let end: String
        var number = 0
        /// The code to put before and after the piece.
        var before = ""
        var after = ""
        var module = "Lineament"
        var testDescription: String { "\(guide.prefix(3)) \(name)" }
        /// The modules that the guide imports.
        var originalModules: [String] {
            switch module {
            case "LineamentMLKit": ["Firebase", "MLKit"]
            case "LineamentVision": ["Vision"]
            default: ["MediaPipeTasksVision"]
            }
        }
    }

    /// Returns the pieces that the guides to MediaPipe's three tasks have in common.
    private static func pieces(_ guide: String, task: String, kind: String, many: String?) -> [Piece] {
        let variable = task.prefix(1).lowercased() + task.dropFirst()
        let thresholds = ["min\(kind)DetectionConfidence", "min\(kind)PresenceConfidence", "minTrackingConfidence"]
        let given =
            (thresholds + ["minDetectionConfidence", "minSuppressionThreshold"]).map { "let \($0): Float = 0.5\n" }
            .joined()
            + (many.map { "let \($0) = 1\n" } ?? "")
        let made = "let \(variable) = try \(task)(options: options)"
        func source(_ label: String, _ type: String, parameter: String) -> Piece {
            Piece(
                guide: guide, name: type, start: "let image = try MPImage(\(label):", end: ")",
                before: "func piece(\(parameter): \(type)) throws {\n", after: "\n_ = image\n}")
        }
        let call = "func piece(image: MPImage, timestamp: Int, \(variable): \(task)) throws {\n"
        return [
            Piece(guide: guide, name: "image mode", start: "let modelPath", end: made, before: given),
            Piece(guide: guide, name: "video mode", start: "let modelPath", end: made, number: 1, before: given),
            Piece(
                guide: guide, name: "live stream", start: "class \(task)ResultProcessor:", end: made, before: given),
            source("uiImage", "UIImage", parameter: "image"),
            source("pixelBuffer", "CVPixelBuffer", parameter: "pixelBuffer"),
            source("sampleBuffer", "CMSampleBuffer", parameter: "sampleBuffer"),
            Piece(
                guide: guide, name: "detect(image:)", start: "let result = try \(variable).detect(image", end: ")",
                before: call, after: "\n_ = result\n}"),
            Piece(
                guide: guide, name: "detectAsync", start: "try \(variable).detectAsync(", end: ")", before: call,
                after: "\n}"),
        ]
    }

    private static let mlKit = "002_45fad6ec8ed68d89.txt"
    private static let vision = "003_2e192288bfdabe7d.txt"

    static let all: [Piece] =
        pieces("000_812471990003b2ac.txt", task: "FaceLandmarker", kind: "Face", many: "numFaces")
        + pieces("001_0c73b0e0464cc65e.txt", task: "FaceDetector", kind: "Face", many: nil)
        + pieces("004_d8742daa48aa31d4.txt", task: "PoseLandmarker", kind: "Pose", many: "numPoses")
        + [
            Piece(
                guide: mlKit, name: "options", start: "let options = VisionFaceDetectorOptions()",
                end: "options.classificationMode = .all", module: "LineamentMLKit"),
            Piece(
                guide: mlKit, name: "contour options", start: "let options = VisionFaceDetectorOptions()",
                end: "options.contourMode = .all", number: 1, module: "LineamentMLKit"),
            Piece(
                guide: mlKit, name: "detector", start: "lazy var vision = Vision.vision()",
                end: "faceDetector(options: options)",
                before: "func piece(options: VisionFaceDetectorOptions) {\n", after: "\n_ = faceDetector }",
                module: "LineamentMLKit"),
            Piece(
                guide: mlKit, name: "VisionImage", start: "let image = VisionImage(image: uiImage)", end: ")",
                before: "func piece(uiImage: UIImage) {\n", after: "\n_ = image }", module: "LineamentMLKit"),
            Piece(
                guide: mlKit, name: "orientation", start: "func imageOrientation(", end: "\n      }\n",
                module: "LineamentMLKit"),
            Piece(
                guide: mlKit, name: "metadata", start: "let cameraPosition = AVCaptureDevice.Position.back",
                end: "cameraPosition: cameraPosition\n      )",
                before:
                    "func imageOrientation(deviceOrientation: UIDeviceOrientation, cameraPosition: AVCaptureDevice.Position) -> VisionDetectorImageOrientation { .topLeft }\n",
                module: "LineamentMLKit"),
            Piece(
                guide: mlKit, name: "faces", start: "for face in faces {", end: "face.trackingID\n",
                before: "func piece(faces: [VisionFace]) {\n", after: "\n}\n}\n}", module: "LineamentMLKit"),
            Piece(
                guide: vision, name: "landmarks", start: "func detectFaceLandmarks(image: UIImage)",
                end: "return nil\n  }", module: "LineamentVision"),
            Piece(
                guide: vision, name: "subset", start: "func detectFaceLandmarks(image: UIImage)", end: "\n}", number: 2,
                module: "LineamentVision"),
            Piece(
                guide: vision, name: "left eye", start: "let boundingBox = observation.boundingBox.cgRect",
                end: "\n        }\n",
                before:
                    "func piece(observation: FaceObservation, displayedSize: CGSize) -> [CGPoint] {\nguard let leftEyePoints = observation.landmarks?.leftEye.points else { return [] }\n",
                after: "\nreturn transformedPoints }", module: "LineamentVision"),
        ]

    @Test(arguments: all)
    func pieceTypeChecks(piece: Piece) throws {
        let outcome = try Self.complaints(about: piece, importing: [piece.module])
        #expect(outcome.isEmpty, "\(outcome)")
    }

    #if os(Linux)
        @Test(arguments: all)
        func pieceTypeChecksWithItsOwnImports(piece: Piece) throws {
            // Apps import UIKit as well.
            for modules in piece.originalModules.flatMap({ [[$0], ["UIKit", $0]] }) {
                let outcome = try Self.complaints(about: piece, importing: modules)
                #expect(outcome.isEmpty, "\(modules): \(outcome)")
            }
        }
    #endif

    /// Returns what the compiler says about a piece below import lines; empty if it accepts the code.
    private static func complaints(about piece: Piece, importing modules: [String]) throws -> String {
        let text = try String(contentsOf: guides.appendingPathComponent(piece.guide), encoding: .utf8)
        let source = try #require(cut(piece, from: text), "not found in the text")
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).swift")
        defer { try? FileManager.default.removeItem(at: file) }
        let imports = modules.map { "import \($0)\n" }.joined()
        try Data("\(imports)\(piece.before)\(source)\(piece.after)\n".utf8).write(to: file)
        return try Compiler(languageMode: "5").typeCheck([file])
    }

    /// Returns the piece of the text, with line breaks restored where the text has lost them.
    private static func cut(_ piece: Piece, from text: String) -> String? {
        let starts = text.ranges(of: piece.start)
        guard starts.indices.contains(piece.number) else { return nil }
        let rest = text[starts[piece.number].lowerBound...]
        guard let end = rest.range(of: piece.end) else { return nil }
        let source = String(rest[..<end.upperBound])
        guard piece.guide.hasPrefix("004"), !source.contains("\n") else { return source }
        let bare = source.replacing(#/\/\/.*?(?=\ class\ [A-Z]|\ func |\ let |\ \})/#.dotMatchesNewlines(), with: "")
        return bare.replacing(#/\ (?=(let|class|func|options\.))/#, with: "\n")
    }
}
