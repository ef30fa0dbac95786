// SPDX-License-Identifier: Apache-2.0
import Foundation
import Lineament
import LineamentImages
import TestSupport
import Testing

@Suite struct FaceCommandTests {
    private let sample = Sample.url.path

    @Test func slowImagesEndAtTheTimeLimit() throws {
        for (command, remedy) in [
            ("face-detector", "--range short"), ("face-landmarker", "--range short"), ("faces", "--range short"),
            ("pose-landmarker", "--separation mediapipe"),
        ] {
            let arguments = [command, Sample.url.path, "--timeout", "0.000001"]
            let late = try Program.run(arguments)
            #expect(late.status == 1)
            #expect(late.objects.count == 1)
            #expect(late.errors.contains("--timeout"))
            #expect(late.objects.first?["error"] != nil)
            #expect(late.errors.contains("with \(remedy)."), "\(late.errors)")
            // The command has the option that it recommends, and does not recommend it again.
            let remedied = try Program.run(arguments + remedy.split(separator: " ").map(String.init))
            #expect(remedied.status == 1, "\(remedied.errors)")
            #expect(remedied.errors.contains("(0: none)."), "\(remedied.errors)")
        }
        #expect(try Program.run("face-detector", Sample.url.path, "--timeout", "0").status == 0)
        for limit in ["-1", "nan", "1e30"] {
            let outcome = try Program.run("face-detector", Sample.url.path, "--timeout=\(limit)")
            #expect(outcome.status != 0)
            #expect(outcome.lines.isEmpty)
            #expect(outcome.errors.contains("--timeout must be"))
        }
    }

    @Test func detectorPrintsOneObjectPerLine() throws {
        let outcome = try Program.run("face-detector", sample, sample)
        #expect(outcome.status == 0)
        #expect(outcome.errors.isEmpty)
        #expect(outcome.objects.count == 2)
        #expect(outcome.lines.count == 2)
        let object = try #require(outcome.objects.first)
        #expect(object["source"] as? String == sample)
        #expect(object["width"] as? Int == 512)
        #expect(object["height"] as? Int == 512)
        let detection = try #require((object["detections"] as? [[String: Any]])?.first)
        #expect(detection["boundingBox"] as? [String: Int] == ["x": 177, "y": 82, "width": 95, "height": 95])
        #expect((detection["keypoints"] as? [Any])?.count == 6)
    }

    @Test func landmarkerPrintsRequestedOutputs() throws {
        let bare = try #require(try Program.run("face-landmarker", sample).objects.first)
        #expect(((bare["faceLandmarks"] as? [[Any]])?.first)?.count == 478)
        #expect(bare["faceBlendshapes"] == nil)
        #expect(bare["facialTransformationMatrixes"] == nil)
        let full = try #require(
            try Program.run(
                "face-landmarker", sample, "--output-face-blendshapes", "--output-facial-transformation-matrixes"
            ).objects.first)
        let shapes = try #require((full["faceBlendshapes"] as? [[[String: Any]]])?.first)
        try #require(shapes.count == 52)
        #expect(shapes[0]["categoryName"] as? String == "_neutral")
        let matrix = try #require((full["facialTransformationMatrixes"] as? [[[Double]]])?.first)
        try #require(matrix.count == 4)
        #expect(matrix[3] == [0, 0, 0, 1])
    }

    @Test func fieldsChooseWhatIsWritten() throws {
        let some = try Program.run("face-landmarker", sample, "--fields", "boundingBoxes,headAngles,faceScores")
        let object = try #require(some.objects.first)
        #expect(Set(object.keys) == ["source", "width", "height", "boundingBoxes", "headAngles", "faceScores"])
        let angles = try #require((object["headAngles"] as? [[String: Double]])?.first)
        #expect(Set(angles.keys) == ["yaw", "pitch", "roll"])
        let box = try #require((object["boundingBoxes"] as? [[String: Double]])?.first)
        #expect(abs((box["x"] ?? 0) - 180) < 2)
        #expect(abs((box["width"] ?? 0) - 90) < 3)
        let inSpace = try Program.run(
            "face-landmarker", sample, "--fields", "faceMeshes,headAnglesTowardCamera", "--focal-length", "700")
        let space = try #require(inSpace.objects.first)
        #expect(Set(space.keys) == ["source", "width", "height", "faceMeshes", "headAnglesTowardCamera"])
        let mesh = try #require((space["faceMeshes"] as? [[[String: Double]]])?.first)
        try #require(mesh.count == 478)
        #expect((mesh[1]["z"] ?? 0) < -30)
        let table = try Program.run(
            "face-landmarker", sample, "--fields", "headAngles, faceBlendshapes", "--format", "csv")
        let columns = table.lines[0].split(separator: ",")
        try #require(columns.count == 6 + 3 + 52 + 1)
        #expect(columns[6...8] == ["yaw", "pitch", "roll"])
        #expect(table.lines[1].split(separator: ",", omittingEmptySubsequences: false).count == columns.count)
        let pose = try #require(try Program.run("pose-landmarker", sample, "--fields", "worldLandmarks").objects.first)
        #expect(Set(pose.keys) == ["source", "width", "height", "worldLandmarks"])
        let typo = try Program.run("face-landmarker", sample, "--fields", "faceBoxes")
        #expect(typo.status == 2)
        #expect(typo.lines.isEmpty)
        #expect(typo.errors.contains("boundingBoxes"))
    }

    @Test func csvHasAHeaderAndOneLinePerFace() throws {
        let detector = try Program.run("face-detector", sample, "/no/such.png", "--format", "csv")
        let rows = detector.lines.map { $0.split(separator: ",", omittingEmptySubsequences: false) }
        try #require(rows.count == 3)
        #expect(rows[0].first == "source")
        #expect(rows[0].last == "error")
        #expect(rows[1].count == rows[0].count)
        #expect(rows[2].count == rows[0].count)
        #expect(detector.status == 1)
        let landmarker = try Program.run(
            "face-landmarker", sample, "--format", "csv", "--output-face-blendshapes")
        #expect(landmarker.lines[0].split(separator: ",").count == 6 + 1434 + 52 + 1)
        let fields = landmarker.lines[1].split(separator: ",", omittingEmptySubsequences: false)
        #expect(fields.count == 6 + 1434 + 52 + 1)
    }

    /// Results can go to a pipe, which is not replaced by a file.
    @Test func outputKeepsPipes() throws {
        let scratch = try Scratch()
        let line =
            "mkfifo pipe && (cat pipe > copy & lineament face-detector '\(sample)' --output pipe; wait) && test -p pipe && cat copy"
        let outcome = try Program.shell(line, in: scratch.folder)
        #expect(outcome.status == 0)
        #expect(outcome.objects.count == 1)
    }

    @Test func standardInputIsRead() throws {
        let outcome = try Program.run("face-detector", "-", input: Data(contentsOf: Sample.url))
        #expect(outcome.status == 0)
        #expect(outcome.objects.first?["source"] as? String == "-")
        let empty = try Program.run("face-detector", "-")
        #expect(empty.status == 1)
        #expect(empty.errors.contains("empty"))
    }

    @Test func aBadFileDoesNotStopTheOthers() throws {
        let scratch = try Scratch()
        try Data("no picture".utf8).write(to: scratch.url("b.jpg"))
        try Data(contentsOf: Sample.url).write(to: scratch.url("a.png"))
        try Data(contentsOf: Sample.url).write(to: scratch.url("c.png"))
        let outcome = try Program.run("face-detector", scratch.folder.path, "--jobs", "4")
        #expect(outcome.status == 1)
        #expect(outcome.objects.map { $0["error"] != nil } == [false, true, false])
        #expect(outcome.errors.split(separator: "\n").count == 1)
        #expect(outcome.errors.contains("b.jpg"))
    }

    @Test func annotatedCopiesAreWritten() throws {
        let scratch = try Scratch()
        let file = scratch.url("drawn.jpg").path
        #expect(try Program.run("face-landmarker", sample, "--annotate", file).status == 0)
        let drawn = try ImageDecoder().decode(contentsOf: URL(fileURLWithPath: file))
        let original = try Sample.pixels().rgbBytes
        #expect(drawn.width == 512)
        #expect(drawn.rgbBytes != original)
        let folder = scratch.url("many").path
        let outcome = try Program.run("face-detector", sample, "--annotate", folder)
        #expect(outcome.status == 0)
        #expect(scratch.exists("many/astronaut.png"))
    }

    @Test func resultsAreWrittenToAFile() throws {
        let scratch = try Scratch()
        let outcome = try Program.run("face-detector", sample, "--output", scratch.url("r.jsonl").path)
        #expect(outcome.output.isEmpty)
        #expect(outcome.status == 0)
        #expect(try String(contentsOf: scratch.url("r.jsonl"), encoding: .utf8).hasPrefix("{\"source\""))
        let bad = try Program.run("face-detector", sample, "--output", "/dev/null/r.jsonl")
        #expect(bad.status == 1)
        #expect(bad.errors.contains("/dev/null/r.jsonl"))
    }

    @Test(arguments: [
        ["face-detector"], ["face-detector", "--no-such-option", "a.png"], ["no-such-command"],
        ["face-landmarker", "a.png", "--num-faces", "0"], ["face-landmarker", "a.png", "--num-faces", "x"],
        ["face-detector", "a.png", "--min-detection-confidence", "2"],
        ["face-detector", "a.png", "b.png", "--annotate", "one.png"],
        ["face-detector", "a.png", "--annotate", "one.gif"], ["face-detector", "-", "-"],
        ["face-detector", "a.png", "--jobs", "-1"], ["face-detector", "a.png", "--format", "xml"],
    ])
    func invalidUsageExitsWithTwo(arguments: [String]) throws {
        let line = (["lineament"] + arguments).joined(separator: " ")
        let outcome = try Program.shell(line, in: FileManager.default.temporaryDirectory)
        #expect(outcome.status == 2, "\(outcome.errors)")
        #expect(outcome.output.isEmpty, "\(outcome.errors)")
        #expect(!outcome.errors.isEmpty, "\(outcome.errors)")
    }

    @Test func helpShowsUsage() throws {
        for arguments in [
            ["--help"], ["face-detector", "--help"], ["face-landmarker", "--help"], ["models", "--help"],
        ] {
            let line = (["lineament"] + arguments).joined(separator: " ")
            let outcome = try Program.shell(line, in: FileManager.default.temporaryDirectory)
            #expect(outcome.status == 0)
            #expect(outcome.output.contains("USAGE"))
        }
    }

    @Test func aClosedPipeEndsQuietly() throws {
        let line = "lineament face-landmarker '\(sample)' '\(sample)' '\(sample)' '\(sample)' | head -c 1; exit 0"
        let outcome = try Program.shell(line, in: FileManager.default.temporaryDirectory)
        #expect(outcome.status == 0)
        #expect(outcome.output == "{")
        #expect(outcome.errors.isEmpty)
    }

    @Test func missingModelNamesTheRemedy() throws {
        let scratch = try Scratch()
        // A program outside the checkout has no assets next to it.
        let outcome = try Program.shell(
            """
            cp "$(command -v lineament)" .
            HOME=\(scratch.folder.path) XDG_DATA_HOME= LINEAMENT_HOME= ./lineament face-detector '\(sample)'
            """, in: scratch.folder)
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("models fetch"))
    }

    @Test func unusableRuntimeNamesTheRemedy() throws {
        let scratch = try Scratch()
        try FileManager.default.createDirectory(at: scratch.url("lib"), withIntermediateDirectories: true)
        try Data("no library".utf8).write(to: scratch.url("lib/libLiteRt.so"))
        let line = "LINEAMENT_HOME=\(scratch.folder.path) lineament face-detector '\(sample)'"
        let outcome = try Program.shell(line, in: scratch.folder)
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("models fetch"))
        #expect(outcome.errors.contains("is not a usable LiteRT"))
    }

    @Test func aFolderOfBrokenFilesIsProcessedCompletely() throws {
        let scratch = try Scratch()
        let (damaged, misnamed) = try (DamagedFiles.images(), DamagedFiles.misnamedImages())
        for (name, data) in damaged + misnamed { try data.write(to: scratch.url(name)) }
        let frames = try DerivedClips(DerivedImages(sample: .sample())).clip("moving").frames.prefix(10)
        let video = try AVIFile(frames: Array(frames)).data()
        try video.prefix(video.count / 2).write(to: scratch.url("truncated.avi"))
        try Data().write(to: scratch.url("empty.mp4"))
        let outcome = try Program.run("face-landmarker", scratch.folder.path)
        #expect(outcome.status == 1)
        var failed: Set<String> = []
        for object in outcome.objects {
            let name = URL(fileURLWithPath: try #require(object["source"] as? String)).lastPathComponent
            // The truncated video's frames before its end come first.
            let isFrame = name == "truncated.avi" && object["timestampInMilliseconds"] != nil
            let isGood = misnamed.contains { $0.name == name } || isFrame
            #expect((object["error"] == nil) == isGood, "\(name)")
            if !isGood { failed.insert(name) }
        }
        let images = damaged.map(\.name).filter { !$0.hasSuffix(".bin") }
        #expect(failed == Set(images + ["truncated.avi", "empty.mp4"]))
        #expect(outcome.objects.count { $0["timestampInMilliseconds"] != nil } >= 3)
    }
}
