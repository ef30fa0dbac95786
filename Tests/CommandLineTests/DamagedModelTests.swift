// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

/// A damaged model of unknown origin is an error, whatever the runtime makes of it.
@Suite struct DamagedModelTests {
    @Test(arguments: [
        ("face-detector --range short", "face_detection_short_range.tflite"),
        ("face-landmarker --range short --output-face-blendshapes", "face_landmarker.task"),
        ("hand-landmarker --range short", "hand_landmarker.task"),
        ("holistic-landmarker --num-people 1", "holistic_landmarker.task"),
    ])
    func noModelEndsTheProgram(command: String, model: String) throws {
        let scratch = try Scratch()
        try FileManager.default.copyItem(at: Sample.url, to: scratch.url("photo.png"))
        let whole = try Array(Data(contentsOf: URL(fileURLWithPath: TestData.model(model))))
        for damaged in Damage.overwritten(whole, copies: 12) {
            try Data(damaged).write(to: scratch.url("model"))
            let outcome = try Program.shell("lineament \(command) photo.png --model model", in: scratch.folder)
            // A signal would be 128 or more.
            #expect((0...2).contains(outcome.status), "\(outcome.errors)")
            #expect(outcome.objects.count == outcome.lines.count)
            if outcome.status != 0 { #expect(outcome.errors.hasPrefix("error: "), "\(outcome.errors)") }
        }
    }

    /// A detector of small faces that must not be loaded is an error; one that is missing has a substitute.
    @Test func anUntrustedDetectorOfSmallFacesIsAnError() throws {
        let scratch = try Scratch()
        try FileManager.default.copyItem(at: Sample.url, to: scratch.url("photo.png"))
        try FileManager.default.createDirectory(at: scratch.url("models"), withIntermediateDirectories: true)
        try Data("model".utf8).write(to: scratch.url("models/yunet.tflite"))
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o666], ofItemAtPath: scratch.url("models/yunet.tflite").path)
        let outcome = try Program.shell(
            "LINEAMENT_HOME=$PWD lineament face-detector --range auto photo.png", in: scratch.folder)
        #expect(outcome.status != 0, "\(outcome.errors)")
        #expect(outcome.errors.contains("writable by every user"), "\(outcome.errors)")
    }

    @Test func aDeviceIsNoModel() throws {
        let outcome = try Program.run("face-detector", Sample.url.path, "--model", "/dev/zero")
        #expect(outcome.status != 0)
        #expect(outcome.errors.contains("/dev/zero"))
    }
}
