// SPDX-License-Identifier: Apache-2.0
import Lineament
import LineamentTasks
import Testing

/// What all tasks write in the same way: numbers and tracks, boxes, details and columns.
@Suite struct TaskOutputTests {
    private static let head = ResultHead(
        source: "a.mp4", relativePath: "a.mp4", width: 100, height: 50, timestamp: 40, frame: 1)

    /// A frame with one hand, from 25,25 to 56.25,32.8125 in pixels.
    private static func frame(track: Int?) -> HandLandmarkerResult {
        let points = (0..<21).map {
            NormalizedLandmark(
                x: 0.25 + Float($0) / 64, y: 0.5 + Float($0) / 128, z: 0, visibility: nil, presence: nil)
        }
        let hand = HandLandmarkerResult.Hand(
            landmarks: HandLandmarks(points),
            worldLandmarks: HandWorldLandmarks(
                points.map { Landmark(x: $0.x, y: $0.y, z: $0.z, visibility: nil, presence: nil) }),
            handedness: ResultCategory(index: 0, score: 0.875, categoryName: "Right", displayName: "Right"),
            trackID: track, personID: 2)
        return HandLandmarkerResult(hands: [hand], timestampInMilliseconds: 40, isFrame: true)
    }

    private static func output(fields: Set<String>? = nil) -> TaskOutput<HandLandmarkerRow> {
        var choices = AnswerChoices()
        choices.fields = fields
        return TaskOutput<HandLandmarkerRow>(choices, HandLandmarkerOptions())
    }

    @Test func textSaysTheTrackTheBoxAndTheDetails() {
        let text = Self.output().text(Self.frame(track: 7), Self.head)
        #expect(text == "a.mp4  0:00.040  1 hand\n  #7 at 25,25 31×7, Right 0.88 of person 2\n")
        let single = Self.output().text(Self.frame(track: nil), Self.head)
        #expect(single.hasSuffix("  1. at 25,25 31×7, Right 0.88 of person 2\n"))
    }

    @Test func boxesAreWrittenWhereTheyAreNamed() {
        let json = Self.output(fields: ["boundingBoxes"]).json(Self.frame(track: 7), Self.head)
        let box = #"{"x":25.0,"y":25.0,"width":31.25,"height":7.8125}"#
        let head = #""source":"a.mp4","width":100,"height":50,"frame":1,"timestampInMilliseconds":40"#
        #expect(json == "{\(head),\"boundingBoxes\":[\(box)]}\n")
        #expect(!Self.output().json(Self.frame(track: 7), Self.head).contains("boundingBoxes"))
    }

    @Test func rowsOfCSVAreAsLongAsTheHeader() {
        for (track, field) in [(7, "7"), (nil, "")] as [(Int?, String)] {
            let output = Self.output(fields: ["landmarks"])
            let row = output.csv(Self.frame(track: track), Self.head)
            #expect(row.hasPrefix("a.mp4,100,50,40,0,\(field),0.25,0.5,"))
            #expect(row.split(separator: ",", omittingEmptySubsequences: false).count == output.csvColumns.count + 1)
        }
    }

    /// Boxes and angles are columns only where they are named.
    @Test func whatFollowsFromLandmarksIsNoUsualColumn() {
        let choices = AnswerChoices()
        let columns = [
            TaskOutput<FaceLandmarkerRow>(choices, FaceLandmarkerOptions()).csvColumns,
            TaskOutput<PoseLandmarkerRow>(choices, PoseLandmarkerOptions()).csvColumns, Self.output().csvColumns,
            TaskOutput<HolisticLandmarkerRow>(choices, HolisticLandmarkerOptions()).csvColumns,
        ]
        for names in columns {
            #expect(!names.contains("box_width"))
            #expect(!names.contains("yaw"))
        }
        #expect(columns[1].contains("visibility0"))
        #expect(columns[3].contains("visibility0"))
        #expect(!columns[3].contains("jawOpen"))
    }

    /// A task without tracks has no column for them.
    @Test func theColumnsBeginWithTheSubject() {
        let detector = TaskOutput<FaceDetectorRow>(AnswerChoices(), FaceDetectorOptions())
        #expect(detector.csvColumns.prefix(6) == ["source", "width", "height", "timestamp_ms", "face", "x"])
        #expect(Self.output().csvColumns[4...5] == ["hand", "track"])
    }
}
