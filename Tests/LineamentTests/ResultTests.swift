// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

@testable import Lineament

/// Named access to the parts of a face or person, and the JSON of results.
@Suite struct ResultTests {
    private func faceResult(isVideo: Bool = false) throws -> FaceLandmarkerResult {
        let options = FaceLandmarkerOptions()
        options.outputFaceBlendshapes = true
        options.outputFacialTransformationMatrixes = true
        let landmarker = try FaceLandmarker(options: options)
        guard isVideo else { return try landmarker.detect(image: Sample.image()) }
        return try landmarker.makeSession().detect(videoFrame: Sample.image(), timestampInMilliseconds: 40)
    }

    @Test func positionsAreInPixelsOfTheImage() throws {
        let image = try Sample.image()
        let face = try #require(faceResult().faces.first)
        let size = CGSize(width: image.width, height: image.height)
        let nose = face.landmarks[.noseTip]
        #expect(nose.position(in: image) == nose.position(in: size))
        #expect(face.boundingBox(in: image) == face.boundingBox(in: size))
        #expect(face.landmarks.boundingBox(in: image) == face.boundingBox(in: size))
        // As of a person: person.face?.landmarks[.noseTip].
        let faceOfPerson: FaceLandmarks? = face.landmarks
        #expect(faceOfPerson?.landmarks[.noseTip] == nose)
    }

    @Test func aFaceHoldsItsParts() throws {
        let result = try faceResult()
        let face = try #require(result.faces.first)
        try #require(face.landmarks.count == 478)
        #expect(face.landmarks[.noseTip] == result.faceLandmarks[0][1])
        let categories = result.faceBlendshapes[0].categories
        try #require(categories.map(\.categoryName) == FaceLandmarker.blendshapeNames)
        #expect(categories[44].index == 44)
        #expect(face.blendshapes?[.mouthSmileLeft] == categories[44].score)
        #expect(face.transformationMatrix === result.facialTransformationMatrixes[0])
        #expect(face.trackID == nil)
        #expect(result.trackIDs.isEmpty)
        #expect(try faceResult(isVideo: true).faces.map(\.trackID) == [1])
    }

    @Test func positionsAreAvailableInPixels() throws {
        let face = try #require(try faceResult().faces.first)
        let size = CGSize(width: 512, height: 512)
        let box = try #require(face.landmarks.boundingBox(in: size))
        #expect(box.contains(face.landmarks[.noseTip].position(in: size)))
        #expect(box.width > 80)
        #expect(box.width < 130)
        let detection = try FaceDetector(options: FaceDetectorOptions()).detect(image: Sample.image()).detections[0]
        #expect(detection[.leftEye] == detection.keypoints?[1])
        #expect(detection.boundingBox.contains(try #require(detection[.noseTip]).position(in: size)))
    }

    @Test func aPersonHoldsTheirParts() throws {
        let options = PoseLandmarkerOptions()
        options.shouldOutputSegmentationMasks = true
        let result = try PoseLandmarker(options: options).detect(image: Sample.image())
        let pose = try #require(result.poses.first)
        #expect(pose[.leftShoulder] == result.landmarks[0][11])
        #expect(pose.worldLandmarks[.leftShoulder] == result.worldLandmarks[0][11])
        #expect(pose.segmentationMask === result.segmentationMasks[0])
    }

    /// A face without a pose does not shift the matrix of another.
    @Test func anUnknownPoseKeepsItsPosition() throws {
        let known = try #require(try faceResult().faces.first)
        let unknown = FaceLandmarkerResult.Face(landmarks: known.landmarks)
        let result = FaceLandmarkerResult(faces: [unknown, known], timestampInMilliseconds: 0)
        #expect(result.facialTransformationMatrixes.count == 2)
        #expect(result.facialTransformationMatrixes[0][row: 0, column: 0].isNaN)
        #expect(result.facialTransformationMatrixes[1] == known.transformationMatrix)
        let decoded = try JSONDecoder().decode(FaceLandmarkerResult.self, from: JSONEncoder().encode(result))
        #expect(decoded.faces[0].transformationMatrix == nil)
        #expect(decoded.faces[1] == known)
    }

    private func object(_ json: Data) throws -> NSDictionary {
        try #require(try JSONSerialization.jsonObject(with: json) as? NSDictionary)
    }

    /// `Codable` produces the same members as the command line, and decodes them.
    @Test func jsonMatchesTheCommandLine() throws {
        for isVideo in [false, true] {
            let result = try faceResult(isVideo: isVideo)
            var text = JSONText()
            text.object { result.writeMembers(to: &$0) }
            let encoded = try JSONEncoder().encode(result)
            #expect(try object(encoded) == object(Data(text.text.utf8)))
            #expect(try object(encoded)["trackIDs"] as? [Int] == (isVideo ? [1] : nil))
            #expect(try JSONDecoder().decode(FaceLandmarkerResult.self, from: encoded) == result)
        }
        let detections = try FaceDetector(options: FaceDetectorOptions()).detect(image: Sample.image())
        let encoded = try JSONEncoder().encode(detections)
        let decoded = try JSONDecoder().decode(FaceDetectorResult.self, from: encoded)
        #expect(decoded.detections.map(\.boundingBox) == detections.detections.map(\.boundingBox))
        let frame = FaceDetectorResult(detections: detections.detections, timestampInMilliseconds: 40)
        let again = try JSONDecoder().decode(FaceDetectorResult.self, from: JSONEncoder().encode(frame))
        #expect(again.timestampInMilliseconds == 40)
        let poses = try PoseLandmarker(options: PoseLandmarkerOptions()).detect(image: Sample.image())
        #expect(try JSONDecoder().decode(PoseLandmarkerResult.self, from: JSONEncoder().encode(poses)) == poses)
    }

    /// A frame keeps its timestamp if it is the first one, and if there is nobody; an image has none.
    @Test func emptyAndFirstFramesKeepTheirTimestamp() throws {
        func check<Result: TaskResult & Codable>(_ make: (Int, Bool?) -> Result) throws {
            for (timestamp, isFrame, expected) in [(0, true, 0), (40, nil, 40), (0, nil, nil), (1000, false, nil)] {
                let result = make(timestamp, isFrame)
                let encoded = try JSONEncoder().encode(result)
                #expect(try object(encoded)["timestampInMilliseconds"] as? Int == expected)
                let decoded = try JSONDecoder().decode(Result.self, from: encoded)
                #expect(decoded.isFrame == result.isFrame)
                #expect(decoded.timestampInMilliseconds == expected ?? 0)
            }
        }
        try check { FaceDetectorResult(detections: [], timestampInMilliseconds: $0, isFrame: $1) }
        try check { FaceLandmarkerResult(faces: [], timestampInMilliseconds: $0, isFrame: $1) }
        try check { PoseLandmarkerResult(poses: [], timestampInMilliseconds: $0, isFrame: $1) }
    }

    /// The second image of a task has the timestamp 1000, and is no frame.
    @Test func aResultOfImagesThatIsMadeOfItsPartsIsNoFrame() throws {
        let face = FaceLandmarkerResult.Face(landmarks: FaceLandmarks([]))
        #expect(!FaceLandmarkerResult(faces: [face], timestampInMilliseconds: 1000).isFrame)
        #expect(FaceLandmarkerResult(faces: [], timestampInMilliseconds: 1000).isFrame)
    }

    /// A file whose subjects lack landmarks is refused, so that names always find theirs.
    @Test(arguments: [0, 1, 477, 479]) func facesAreDecodedWhole(count: Int) throws {
        func decode(_ count: Int) throws -> FaceLandmarkerResult {
            let point = #"{"x": 0.5, "y": 0.5, "z": 0}"#
            let points = [String](repeating: point, count: count).joined(separator: ",")
            return try JSONDecoder().decode(
                FaceLandmarkerResult.self, from: Data(#"{"faceLandmarks": [[\#(points)]]}"#.utf8))
        }
        #expect(try decode(478).faces[0].landmarks[.noseTip].x == 0.5)
        #expect(throws: DecodingError.self) { try decode(count) }
    }

    @Test(arguments: [(0, 33), (32, 33), (34, 33), (33, 0), (33, 32), (33, 34)])
    func peopleAreDecodedWhole(count: Int, worldCount: Int) throws {
        func decode(_ count: Int, _ worldCount: Int) throws -> PoseLandmarkerResult {
            let point = #"{"x": 0.5, "y": 0.5, "z": 0, "visibility": 1, "presence": 1}"#
            func points(_ count: Int) -> String { [String](repeating: point, count: count).joined(separator: ",") }
            let text = #"{"landmarks": [[\#(points(count))]], "worldLandmarks": [[\#(points(worldCount))]]}"#
            return try JSONDecoder().decode(PoseLandmarkerResult.self, from: Data(text.utf8))
        }
        #expect(try decode(33, 33).poses[0].worldLandmarks[.leftWrist].x == 0.5)
        #expect(throws: DecodingError.self) { try decode(count, worldCount) }
    }

    /// People and their landmarks in meters belong together.
    @Test(arguments: [(1, 0), (0, 1), (1, 2), (2, 1)])
    func peopleAreDecodedWithTheirWorldLandmarks(people: Int, worldPeople: Int) throws {
        let point = #"{"x": 0.5, "y": 0.5, "z": 0, "visibility": 1, "presence": 1}"#
        let body = "[\([String](repeating: point, count: 33).joined(separator: ","))]"
        func bodies(_ count: Int) -> String { "[\([String](repeating: body, count: count).joined(separator: ","))]" }
        let text = #"{"landmarks": \#(bodies(people)), "worldLandmarks": \#(bodies(worldPeople))}"#
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(PoseLandmarkerResult.self, from: Data(text.utf8))
        }
    }

    @Test func aFaceHasAScoreABoxAndAngles() throws {
        let result = try faceResult()
        let face = try #require(result.faces.first)
        #expect((face.score ?? 0) > 0.9)
        #expect(result.faceScores == [face.score])
        let box = face.boundingBox(in: CGSize(width: 512, height: 512))
        #expect((170...185).contains(box.minX))
        #expect((85...95).contains(box.width))
        let matrix = try #require(face.transformationMatrix)
        let angles = try #require(face.angles)
        #expect(angles == HeadAngles(matrix))
        // As in the matrix that MediaPipe computes for this photo.
        #expect(abs(angles.yaw) < 3)
        #expect((-18 ... -12).contains(angles.pitch))
        #expect(abs(angles.roll) < 6)
        #expect(angles.description == "yaw 0° pitch −15° roll −4°")
        #expect(HeadAngles(TransformMatrix(rowMajor: [Float](repeating: .nan, count: 16), side: 4)) == nil)
        #expect(HeadAngles(TransformMatrix(rowMajor: [1, 0, 0, 1], side: 2)) == nil)
    }

    @Test func descriptionsAreReadable() throws {
        let result = try faceResult()
        #expect(result.description == "1 face at 0 ms")
        #expect(result.faces[0].landmarks.description == "478 landmarks")
        #expect(result.faces[0].blendshapes?.description.contains("mouthSmile") == true)
        #expect(Set([result, try faceResult()]).count == 1)
    }

    /// Each task names what it counts.
    @Test func descriptionsNameTheSubjects() {
        let time = 40
        #expect(FaceDetectorResult(detections: [], timestampInMilliseconds: time).description == "0 faces at 40 ms")
        #expect(FaceLandmarkerResult(faces: [], timestampInMilliseconds: time).description == "0 faces at 40 ms")
        #expect(HandLandmarkerResult(hands: [], timestampInMilliseconds: time).description == "0 hands at 40 ms")
        #expect(PoseLandmarkerResult(poses: [], timestampInMilliseconds: time).description == "0 people at 40 ms")
        #expect(HolisticLandmarkerResult(people: [], timestampInMilliseconds: time).description == "0 people at 40 ms")
    }

    /// Results of different times differ, even without anybody.
    @Test func timestampsTellResultsApart() {
        let first = PoseLandmarkerResult(poses: [], timestampInMilliseconds: 40)
        #expect(first == PoseLandmarkerResult(poses: [], timestampInMilliseconds: 40))
        #expect(first != PoseLandmarkerResult(poses: [], timestampInMilliseconds: 80))
    }
}
