// SPDX-License-Identifier: Apache-2.0
import Foundation
import Lineament
import LineamentImages
import TestSupport
import Testing

@Suite struct PoseCommandTests {
    private let sample = Sample.url.path

    @Test func bodiesArePrintedWithMasks() throws {
        let scratch = try Scratch()
        let outcome = try Program.run(
            "pose-landmarker", sample, sample, "--num-poses", "2", "--output-segmentation-masks", "masks",
            "--annotate", "drawn/", "--world-view", in: scratch.folder)
        #expect(outcome.status == 0)
        #expect(outcome.errors.isEmpty)
        #expect(outcome.objects.count == 2)
        let object = try #require(outcome.objects.first)
        let body = try #require((object["landmarks"] as? [[[String: Double]]])?.first)
        try #require(body.count == 33)
        #expect(Set(body[0].keys) == ["x", "y", "z", "visibility", "presence"])
        #expect(((object["worldLandmarks"] as? [[Any]])?.first)?.count == 33)
        #expect(object["trackIDs"] == nil)
        let names = outcome.objects.flatMap { $0["segmentationMasks"] as? [String] ?? [] }
        #expect(names == ["astronaut-mask-0.png", "2-astronaut-mask-0.png"])
        let mask = try ImageDecoder().decode(contentsOf: scratch.url("masks/astronaut-mask-0.png"))
        #expect(mask.width == 512)
        #expect(mask.height == 512)
        #expect(mask.format == .gray8)
        #expect(scratch.exists("drawn/astronaut.png"))
        #expect(scratch.exists("drawn/2-astronaut.png"))
    }

    @Test func masksAreOmittedUnlessRequested() throws {
        let object = try #require(try Program.run("pose-landmarker", sample).objects.first)
        #expect(object["segmentationMasks"] == nil)
        #expect((object["landmarks"] as? [Any])?.count == 1)
    }

    @Test func csvHasOneColumnPerValue() throws {
        let outcome = try Program.run("pose-landmarker", sample, "/no/such.jpg", "--format", "csv")
        #expect(outcome.status == 1)
        try #require(outcome.lines.count == 3)
        let columns = outcome.lines[0].split(separator: ",")
        #expect(columns.count == 6 + 33 * 5 + 33 * 3 + 1)
        #expect(outcome.lines[1].split(separator: ",", omittingEmptySubsequences: false).count == columns.count)
    }

    @Test func invalidOptionsAreInvalidUsage() throws {
        #expect(try Program.run("pose-landmarker", sample, "--num-poses", "0").status == 2)
        #expect(try Program.run("pose-landmarker", sample, "--separation", "no").status == 2)
        #expect(try Program.run("pose-landmarker", sample, "--model", "/no/such.task").status == 1)
        let misspelled = try Program.run("pose-landmarker", sample, "--model", "fulll")
        #expect(misspelled.status == 2)
        #expect(misspelled.errors.contains("or the file of a model, not fulll"), "\(misspelled.errors)")
    }

    /// Google's lite bundle cannot be had on every machine, so the full one stands in for it under its name.
    @Test func modelsAreChosenByName() throws {
        let scratch = try Scratch()
        let models = scratch.url("home/models")
        try FileManager.default.createDirectory(at: models, withIntermediateDirectories: true)
        try FileManager.default.copyItem(
            at: URL(fileURLWithPath: TestData.model("pose_landmarker_full.task")),
            to: models.appendingPathComponent("pose_landmarker_lite.task"))
        let line = "LINEAMENT_HOME=home lineament pose-landmarker '\(sample)' --model"
        let lite = try Program.shell("\(line) lite", in: scratch.folder)
        #expect(lite.status == 0)
        #expect((lite.objects.first?["landmarks"] as? [Any])?.count == 1)
        #expect(try Program.shell("\(line) full", in: scratch.folder).output == lite.output)
        let heavy = try Program.shell("XDG_DATA_HOME=none \(line) heavy", in: scratch.folder)
        guard heavy.status != 0 else { return }
        #expect(heavy.errors.contains("lineament models fetch pose-heavy"))
    }

    @Test func videosHaveTracksMasksAndAnAnnotatedCopy() throws {
        let scratch = try Scratch()
        try Clip.make(at: scratch.url("clip.mp4"), frames: 6)
        let outcome = try Program.run(
            "pose-landmarker", "clip.mp4", "--output-segmentation-masks", "masks", "--annotate", "drawn.mp4",
            in: scratch.folder)
        #expect(outcome.status == 0)
        #expect(outcome.objects.count == 6)
        #expect(outcome.objects.allSatisfy { $0["trackIDs"] as? [Int] == [1] })
        #expect(scratch.exists("masks/clip-000005-mask-0.png"))
        #expect(scratch.exists("drawn.mp4"))
    }
}
