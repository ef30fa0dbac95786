import Foundation
import Lineament
import TestSupport
import Testing

/// The output of the example programs for the sample photo.
@Suite(.timeLimit(.minutes(10))) struct ExamplesTests {
    private func lines(_ example: String, _ arguments: String...) throws -> [Substring] {
        let scratch = try Scratch()
        let folder = Program.url.deletingLastPathComponent().path
        let line = (["\(folder)/\(example)", Sample.url.path] + arguments).joined(separator: " ")
        let outcome = try Program.shell(line, in: scratch.folder)
        #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
        return outcome.lines
    }

    @Test(arguments: ["FaceLandmarks", "FaceDetection", "PoseLandmarks"])
    func allRunningModesPrintResults(example: String) throws {
        let lines = try lines(example)
        #expect(lines.filter { $0.hasPrefix("image: ") }.count >= 4)
        #expect(lines.filter { $0.hasPrefix("video: 1 ") }.count == 3)
        #expect(lines.last?.hasPrefix("live stream: 1 ") == true)
    }

    @Test func mlKitPrintsRequestedValues() throws {
        let lines = try lines("MLKitFaces")
        for beginning in [
            "face: ", "turned by -0.28", "left eye at 246.0", "smiles: 0.96", "number 1", "upper lip has 9",
        ] {
            #expect(lines.contains { $0.hasPrefix(beginning) }, "\(beginning)")
        }
    }

    @Test func visionDrawsTheLeftEye() throws {
        let lines = try lines("VisionLandmarks", "drawing.png")
        #expect(lines.contains { $0.hasPrefix("left eye: 6 points, the first at 195.2") })
    }
}
