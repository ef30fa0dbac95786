// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

@Suite struct FacesCommandTests {
    private let sample = Sample.url.path

    @Test func mlKitValuesArePrinted() throws {
        let object = try #require(try Program.run("faces", sample).objects.first)
        let face = try #require((object["faces"] as? [[String: Any]])?.first)
        #expect((face["smilingProbability"] as? Double ?? 0) > 0.9)
        #expect(face["trackingID"] == nil)
        #expect((face["contours"] as? [String: [Any]])?["face"]?.count == 36)
        #expect((face["landmarks"] as? [String: Any])?.count == 8)
        #expect(abs((face["headEulerAngleZ"] as? Double ?? 0) + 3.6) < 0.5)
    }

    @Test func unwantedValuesAreOmitted() throws {
        let outcome = try Program.run(
            "faces", sample, "--landmark-mode", "none", "--contour-mode", "none", "--classification-mode", "none",
            "--range", "short")
        let face = try #require((outcome.objects.first?["faces"] as? [[String: Any]])?.first)
        #expect(face["landmarks"] == nil)
        #expect(face["contours"] == nil)
        #expect(face["smilingProbability"] == nil)
        #expect(face["frame"] != nil)
    }

    @Test func csvHasOneLinePerFace() throws {
        let outcome = try Program.run("faces", sample, "/no/such.jpg", "--format", "csv")
        #expect(outcome.status == 1)
        try #require(outcome.lines.count == 3)
        let columns = outcome.lines[0].split(separator: ",").map(String.init)
        let fields = outcome.lines[1].split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        let row = try Dictionary(pairs(columns, fields)) { first, _ in first }
        #expect(row.count == columns.count, "a column's name occurs twice")
        #expect(row["width"] == "512")
        #expect(row["height"] == "512")
        let face = try #require(Program.run("faces", sample).objects.first?["faces"] as? [[String: Any]]).first
        let frame = try #require(face?["frame"] as? [String: Double])
        for (column, member) in [("x", "x"), ("y", "y"), ("box_width", "width"), ("box_height", "height")] {
            #expect(row[column].flatMap(Double.init) == frame[member], "\(column)")
        }
    }

    @Test func videosHaveTrackingIDsAndDrawings() throws {
        let scratch = try Scratch()
        try Clip.make(at: scratch.url("clip.mp4"), frames: 6)
        let outcome = try Program.run("faces", "clip.mp4", "--annotate", "drawn.mp4", in: scratch.folder)
        #expect(outcome.status == 0)
        #expect(outcome.objects.count == 6)
        #expect(scratch.exists("drawn.mp4"))
        for object in outcome.objects {
            let faces = object["faces"] as? [[String: Any]]
            #expect(faces?.compactMap { $0["trackingID"] as? Int } == [1])
        }
    }

    @Test func invalidOptionsAreInvalidUsage() throws {
        #expect(try Program.run("faces", sample, "--min-face-size", "2").status == 2)
        #expect(try Program.run("faces", sample, "--model", "x.task").status == 2)
    }
}
