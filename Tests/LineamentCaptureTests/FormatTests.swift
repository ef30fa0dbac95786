// SPDX-License-Identifier: Apache-2.0
import Foundation
import Lineament
import Testing

@testable import LineamentCapture

@Suite struct FormatTests {
    private func text(_ format: CaptureFormat, _ recording: Recording) throws -> String {
        String(decoding: try #require(recording.files(as: format).first).data, as: UTF8.self)
    }

    @Test func theNameSaysTheFormat() {
        #expect(CaptureFormat(fileName: "dance.BVH") == .bvh)
        #expect(CaptureFormat(fileName: "a.livelink.csv") == .liveLink)
        #expect(CaptureFormat(fileName: "a.csv") == .table)
        #expect(CaptureFormat(fileName: "cam1_json") == .openPose)
        #expect(CaptureFormat(fileName: "a.fbx") == nil)
    }

    @Test func aMissingMarkerIsEmpty() throws {
        let trc = try text(.trc, Walker.recording(frames: 60, missing: Set(20..<40)))
        let rows = trc.split(separator: "\n")
        #expect(!trc.lowercased().contains("nan"))
        #expect(rows[2].hasPrefix("30.000\t30.000\t60\t25\tm\t"))
        #expect(rows[5 + 30].split(separator: "\t").count == 2)
        // OpenSim reads as many fields as there are tabs.
        #expect(rows[5 + 30].count { $0 == "\t" } == 2 + 25 * 3)
        #expect(rows[4].count { $0 == "\t" } == 2 + 25 * 3)
        #expect(rows[5 + 10].split(separator: "\t").count == 2 + 25 * 3)
    }

    @Test func markersAreInOpenSimsAxes() throws {
        let recording = Walker.recording(frames: 2)
        var options = CaptureOptions()
        options.motion.movesThroughSpace = false
        let file = try #require(recording.files(as: .trc, options: options).first)
        let row = String(decoding: file.data, as: UTF8.self).split(separator: "\n")[5].split(separator: "\t")
        let points = Walker.points(at: 0)
        // Forward is toward the camera, the right is the image's left.
        let hips = TRCFile.markers.firstIndex { $0.name == "LHip" } ?? 0
        let knee = TRCFile.markers.firstIndex { $0.name == "LKnee" } ?? 0
        let way = points[25] - points[23]
        for (axis, expected) in [way.z, way.y, -way.x].enumerated() {
            let from = try #require(Double(row[2 + 3 * hips + axis]))
            let to = try #require(Double(row[2 + 3 * knee + axis]))
            #expect(abs(to - from - expected) < 2e-6)
        }
    }

    @Test func aBVHFileHasALineForEachFrameOfTheRecording() throws {
        let bvh = try text(.bvh, Walker.recording(frames: 40, missing: Set(0..<10)))
        let rows = bvh.split(separator: "\n")
        let start = try #require(rows.firstIndex(of: "MOTION"))
        #expect(rows[start + 1] == "Frames: 40")
        #expect(rows[start + 2] == "Frame Time: 0.03333333")
        #expect(rows.count == start + 3 + 40)
        #expect(rows[start + 3].split(separator: " ").count == 3 + 3 * 19)
    }

    @Test func anglesGoOnWithoutJumps() {
        var last = Vector.zero
        for step in 0..<400 {
            let half = Double(step) / 50
            let tilt = Rotation(w: 0.8, x: 0.6, y: 0, z: 0)
            let angles = BVHFile.angles(of: Rotation(w: cos(half), x: 0, y: 0, z: sin(half)) * tilt, near: last)
            #expect(step == 0 || (angles - last).length < 5)
            last = angles
        }
        #expect(last.x > 800)
    }

    /// A file may be named so, but a table's header has one line for it.
    @Test(arguments: [CaptureFormat.trc, .mot]) func namesHaveNoLineBreaks(format: CaptureFormat) throws {
        var options = CaptureOptions()
        options.name = "a\tlong\nwalk"
        let recording = Walker.recording(frames: 30)
        let file = try #require(recording.files(as: format, options: options).first)
        let text = String(decoding: file.data, as: UTF8.self)
        #expect(text.contains("a long walk"))
        options.name = "walk"
        let plain = try #require(recording.files(as: format, options: options).first)
        #expect(
            text.split(separator: "\n").count
                == String(decoding: plain.data, as: UTF8.self).split(separator: "\n").count)
    }

    @Test func timecodesHaveSixtiethsOfASecond() {
        #expect(LiveLinkFile.timecode(0) == "00:00:00:00.000")
        #expect(LiveLinkFile.timecode(1.0 / 30) == "00:00:00:02.000")
        #expect(LiveLinkFile.timecode(3725.5) == "01:02:05:30.000")
        // Of the day before, and of the next day.
        #expect(LiveLinkFile.timecode(-0.5) == "23:59:59:30.000")
        #expect(LiveLinkFile.timecode(90_000) == "01:00:00:00.000")
    }

    @Test func aLiveLinkFileHasTheAppsOrder() throws {
        var scores = [Float](repeating: 0, count: 52)
        scores[Blendshape.jawLeft.index] = 0.25
        var recorder = Recorder(width: 10, height: 10)
        let face = FaceLandmarkerResult.Face(
            landmarks: FaceLandmarks([NormalizedLandmark](repeating: Walker.pose(at: 0).landmarks[0], count: 478)),
            blendshapes: BlendshapeScores(scores), trackID: 1)
        recorder.add(FaceLandmarkerResult(faces: [face], timestampInMilliseconds: 0), at: 0)
        let rows = try text(.liveLink, recorder.recording).split(separator: "\n").map { $0.split(separator: ",") }
        #expect(rows[0].count == 2 + 61)
        #expect(rows[0][16...18].map(String.init) == ["JawForward", "JawRight", "JawLeft"])
        #expect(rows[1][1] == "61")
        #expect(rows[1][18] == "0.2500000000")
        #expect(rows[0].last == "RightEyeRoll")
    }

    /// A row that the app recorded: both eyes look to the person's left and up.
    @Test func eyesTurnAsInTheAppsRecordings() {
        var scores = [Float](repeating: 0, count: 52)
        scores[Blendshape.eyeLookOutLeft.index] = 0.9374
        scores[Blendshape.eyeLookInRight.index] = 1.0033
        scores[Blendshape.eyeLookUpLeft.index] = 0.3041
        scores[Blendshape.eyeLookUpRight.index] = 0.2961
        let angles = LiveLinkFile.angles(.identity, scores)
        // Each eye of the app is turned outwards by some degrees when it looks ahead.
        for (own, recorded) in zip(angles, [0, 0, 0, -0.6071, -0.1575, 0, -0.5670, -0.1575, 0]) {
            #expect(abs(own - recorded) < 0.06)
        }
    }

    /// The coordinates of Pose2Sim's model that OpenSim shows.
    @Test func anglesHaveOpenSimsNames() throws {
        let names = try text(.mot, Walker.recording(frames: 30)).split(separator: "\n")[6].split(separator: "\t")
        let right = [
            "ankle_angle_r", "knee_angle_r", "hip_flexion_r", "arm_flex_r", "elbow_flex_r", "right_wrist_flexion",
        ]
        #expect(names[1...6].map(String.init) == right)
        #expect(names.count == 13)
    }

    /// An arm that goes up in front and down behind.
    @Test func anArmGoesOverheadWithoutAJump() throws {
        var recorder = Recorder(width: 1000, height: 1000)
        for frame in 0..<60 {
            let time = Double(frame) / 30
            recorder.add(
                PoseLandmarkerResult(
                    poses: [Walker.pose(at: 0, raising: Double(frame) * 4)], timestampInMilliseconds: frame), at: time)
        }
        let rows = try text(.mot, recorder.recording).split(separator: "\n").dropFirst(7).map {
            $0.split(separator: "\t")
        }
        let angles = rows.compactMap { Double($0[4]) }
        #expect(angles.count == 60)
        for (last, next) in zip(angles, angles.dropFirst()) { #expect((2.0...6).contains(next - last)) }
        #expect(try #require(angles.last) > 200)
        let table = try text(.table, recorder.recording).split(separator: "\n").filter { $0.contains(",arm_flex_r,") }
        #expect(table.count == 60)
        let value = try #require(table.last).split(separator: ",", omittingEmptySubsequences: false)
        #expect(value[3] == "angle")
        #expect(abs(try #require(Double(value[13])) - (try #require(angles.last))) < 1e-3)
    }

    @Test func severalPeopleHaveFilesOfTheirOwn() throws {
        var recorder = Recorder(width: 1000, height: 1000)
        for frame in 0..<20 {
            let time = Double(frame) / 30
            let poses = [3, 7].map { Walker.pose(at: time, trackID: $0) }
            recorder.add(PoseLandmarkerResult(poses: poses, timestampInMilliseconds: frame), at: time)
        }
        let files = recorder.recording.files(as: .glb)
        let place = URL(fileURLWithPath: "/tmp/dance.glb")
        #expect(files.map { place.place(of: $0, isOnly: false).lastPathComponent } == ["dance_3.glb", "dance_7.glb"])
        #expect(files.allSatisfy { $0.data.prefix(4) == Data("glTF".utf8) })
    }

    @Test func numbersAreRoundedAsPrinted() {
        var text = TextBuffer()
        for value in [0.5, -0.04, -1.25, 12.3456, -0.0001] {
            text.append(value, decimals: 3)
            text.append(" ")
        }
        #expect(String(decoding: text.data, as: UTF8.self) == "0.500 -0.040 -1.250 12.346 0.000 ")
    }
}
