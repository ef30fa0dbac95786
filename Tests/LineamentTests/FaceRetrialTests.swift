// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

@testable import Lineament

/// Faces whose landmarks fail or are doubtful at first, with the range auto.
@Suite struct FaceRetrialTests {
    private func face(x: Float, y: Float = 0.5, side: Float = 0.2, logit: Float) -> FaceLandmarkModel.Prediction {
        let corners = [SIMD3(x - side / 2, y - side / 2, 0), SIMD3(x + side / 2, y + side / 2, 0)]
        return FaceLandmarkModel.Prediction(presence: sigmoid(logit), logit: logit, landmarks: corners)
    }

    private func detection(x: Float, y: Float = 0.5, side: Float = 0.2) -> RawDetection {
        let half = SIMD2(repeating: side / 2)
        let center = SIMD2(x, y)
        return RawDetection(
            box: BoundingBox(minimum: center - half, maximum: center + half), score: 0.8,
            keypoints: [center - SIMD2(side / 4, 0), center + SIMD2(side / 4, 0)])
    }

    private func candidate(x: Float, rotation: Float = 0) -> FaceCandidate {
        var detection = detection(x: x)
        let eyes = SIMD2(cos(rotation), sin(rotation)) * 0.05
        detection.keypoints = [SIMD2(x, 0.5) - eyes, SIMD2(x, 0.5) + eyes]
        return FaceCandidate(detection, in: ImageSize(width: 500, height: 500), isRetried: true)
    }

    // MARK: Parts

    @Test func aFaceThatWasFoundTwiceIsOneAndHasTheStrongerLandmarks() {
        let candidates = [0.3, 0.8, 0.31].map { candidate(x: $0) }
        let found = [face(x: 0.3, logit: 9), face(x: 0.8, logit: 5), face(x: 0.31, logit: 12)]
        let findings = FaceFindings(candidates, found).distinct()
        #expect(findings.faces.map(\.logit) == [12, 5])
        #expect(findings.count == 2)
        #expect(findings.withoutLandmarks.isEmpty)
    }

    @Test func aDetectionWithoutLandmarksIsKeptUnlessItsFaceHasThem() {
        let candidates = [0.3, 0.8, 0.31].map { candidate(x: $0) }
        let findings = FaceFindings(candidates, [face(x: 0.3, logit: 9), nil, nil])
        #expect(findings.withoutLandmarks.count == 2)
        let distinct = findings.distinct()
        #expect(distinct.withoutLandmarks.count == 1)
        #expect(distinct.withoutLandmarks.allSatisfy { $0.box.center.x > 0.7 })
        #expect(distinct.count == 2)
    }

    @Test func aRegionAcrossTheEdgeIsNotInside() {
        let size = ImageSize(width: 100, height: 80)
        var region = PixelRegion(xCenter: 50, yCenter: 40, width: 60, height: 60, rotation: 0)
        #expect(region.isInside(size))
        region.rotation = .pi / 4
        #expect(!region.isInside(size))
    }

    @Test func anglesAreComparedTheShortWayRound() {
        #expect(abs(RegionRotation.difference(3.1, -3.1)) < 0.1)
        #expect(RegionRotation.difference(0.5, 0.25) == 0.25)
    }

    @Test func aGrayBorderIsGray() throws {
        let white = DerivedPixels(width: 16, height: 16, red: 255, green: 255, blue: 255)
        let region = PixelRegion(xCenter: 0, yCenter: 8, width: 16, height: 16, rotation: 0)
        let output = InputTensorSpecification(width: 16, height: 16, range: 0...255)
        let sampler = try #require(PerspectiveSampler(region: region, output: output, border: .gray, style: .tasks))
        let tensor = UnsafeMutableBufferPointer<Float>.allocate(capacity: 16 * 16 * 3)
        defer { tensor.deallocate() }
        try white.pixelBuffer().sample(sampler, into: tensor)
        #expect(tensor[0] == 127)
        #expect(tensor[15 * 3] == 255)
    }

    @Test func aTrackedFaceIsNotTurnedByADetection() {
        var tracks = FaceTracks()
        tracks.regions = [candidate(x: 0.3, rotation: .pi).region]
        let detected = [candidate(x: 0.3), candidate(x: 0.8)]
        let found = tracks.candidates(with: detected, iouThreshold: 0.5, isSearched: true, timestamp: 0)
        #expect(found.map { $0.detection == nil } == [true, false])
        #expect(found.map(\.isRetried) == [false, true])
        // As MediaPipe does.
        let usual = tracks.candidates(with: detected, iouThreshold: 0.5, isSearched: false, timestamp: 40)
        #expect(usual.map { $0.detection == nil } == [false, false])
        #expect(usual.allSatisfy { !$0.isRetried })
    }

    @Test func newFacesOfAVideoAreRetriedTwiceASecond() {
        var tracks = FaceTracks()
        let retried = [0, 40, 480, 500, 980, 1000].map { time in
            tracks.candidates(with: [candidate(x: 0.5)], iouThreshold: 0.5, isSearched: true, timestamp: time)[0]
                .isRetried
        }
        #expect(retried == [true, false, false, true, false, true])
    }

    @Test func theJSONSaysWhichFacesHaveNoLandmarks() throws {
        let size = ImageSize(width: 100, height: 100)
        let result = FaceLandmarkerResult(
            faces: [], facesWithoutLandmarks: [Detection(detection(x: 0.5), in: size)], contents: [],
            timestampInMilliseconds: 0, isFrame: false)
        #expect(result.detectedFaceCount == 1)
        let data = try JSONEncoder().encode(result)
        let decoded = try JSONDecoder().decode(FaceLandmarkerResult.self, from: data)
        #expect(decoded.facesWithoutLandmarks.map(\.boundingBox) == [CGRect(x: 40, y: 40, width: 20, height: 20)])
        #expect(decoded.facesWithoutLandmarks.map(\.score) == result.facesWithoutLandmarks.map(\.score))
    }

    // MARK: Inferences

    private func stages() throws -> FaceLandmarkerStages { try landmarker().task.pipeline.stages }

    /// Returns a face of 40 pixels in an image without any.
    private func trial(_ stages: FaceLandmarkerStages, score: Float, logit: Float) throws -> FaceTrial {
        let pixels = try DerivedPixels(width: 100, height: 100, red: 90, green: 120, blue: 90).pixelBuffer()
        var detection = detection(x: 0.5, side: 0.4)
        detection.score = score
        let region = FaceRegion.around(detection, in: pixels.size)
        var first = try #require(try stages.landmarkModel.predict(pixels, in: region, usesAllThreads: true))
        first.logit = logit
        first.presence = sigmoid(logit)
        return FaceTrial(
            model: stages.landmarkModel, pixels: pixels, detection: detection, region: region, first: first,
            minPresence: stages.minPresence)
    }

    /// The detector is as certain of faces that are upside down, whose landmarks are missing or show the mouth as eyes.
    @Test(.enabled(if: TestData.hasYuNet, "\(TestData.yuNetIsAbsentMessage)"))
    func aCertainDetectionIsTurnedIfItsLandmarksAreWeak() throws {
        let stages = try stages()
        #expect(try UprightFaceSearch.isNeeded(for: trial(stages, score: 0.95, logit: -3)))
        #expect(try UprightFaceSearch.isNeeded(for: trial(stages, score: 0.95, logit: 7)))
        #expect(try !UprightFaceSearch.isNeeded(for: trial(stages, score: 0.95, logit: 15)))
    }

    /// A crowd whose faces stay without landmarks took 21 inferences for each.
    @Test(.enabled(if: TestData.hasYuNet, "\(TestData.yuNetIsAbsentMessage)"))
    func aCrowdWithoutLandmarksIsGivenUp() throws {
        let stages = try stages()
        let retrial = try #require(stages.retrial)
        let trial = try trial(stages, score: 0.8, logit: -3)
        let single = try retrial.searched([trial])[0]
        #expect(single.prediction == nil)
        #expect((7...21).contains(single.inferenceCount))
        let crowd = try retrial.searched(Array(repeating: trial, count: 200))
        let inferences = crowd.reduce(0) { $0 + $1.inferenceCount }
        // 60 and one for two faces, and those of the last eight faces.
        #expect((160..<160 + 8 * single.inferenceCount).contains(inferences))
    }

    /// The crowd of `make bench` took seven further inferences a face, and nine times as long as its detection.
    @Test(.enabled(if: TestData.hasYuNet, "\(TestData.yuNetIsAbsentMessage)"))
    func theLandmarksOfACrowdTakeFewInferences() throws {
        let face = try DerivedPixels.sample().cropped(x: 120, y: 20, width: 210, height: 210)
        var crowd = DerivedPixels(width: 800, height: 800, red: 90, green: 90, blue: 90)
        for index in 0..<100 {
            let side = 56 - index * 7 % 14
            crowd.paste(face.scaled(width: side, height: side), x: index % 10 * 80, y: index / 10 * 80)
        }
        let stages = try stages()
        let pixels = try crowd.pixelBuffer()
        let candidates = try stages.candidates(in: pixels, rotation: 0, limit: .max)
        let findings = try stages.findings(in: pixels, candidates: candidates)
        #expect(findings.faces.count >= 50)
        #expect(findings.furtherInferences <= candidates.count + 8 * 21)
    }

    // MARK: Photos

    /// Returns the landmarker of everybody in a photo.
    private func landmarker() throws -> FaceLandmarker {
        let options = FaceLandmarkerOptions()
        options.numFaces = .max
        options.range = .auto
        return try FaceLandmarker(options: options)
    }

    /// Returns the angle of the line from the right eye to the left one, in degrees, clockwise.
    private func roll(_ face: FaceLandmarkerResult.Face, in photo: DerivedPixels) -> Double {
        let size = CGSize(width: photo.width, height: photo.height)
        let right = face.landmarks[.rightEyeOuterCorner].position(in: size)
        let left = face.landmarks[.leftEyeOuterCorner].position(in: size)
        return atan2(left.y - right.y, left.x - right.x) * 180 / .pi
    }

    @Test(
        .enabled(if: TestData.hasYuNet, "\(TestData.yuNetIsAbsentMessage)"), arguments: [0, 90, 180, 270],
        [false, true])
    func aTurnedFaceIsOneFaceTheRightWayUp(degrees: Int, isMirrored: Bool) throws {
        let landmarker = try landmarker()
        let sample = try DerivedPixels.sample()
        let straight = isMirrored ? sample.mirrored() : sample
        let upright = try #require(try landmarker.detect(image: straight.image()).faces.first)
        let photo = degrees == 0 ? straight : straight.turned(degrees)
        let result = try landmarker.detect(image: photo.image())
        #expect(result.faces.count == 1)
        #expect(result.facesWithoutLandmarks.isEmpty)
        let face = try #require(result.faces.first)
        let error = remainder(roll(face, in: photo) - roll(upright, in: straight) - Double(degrees), 360)
        #expect(abs(error) <= 20, "\(error) degrees off")
    }

    /// In a portrait whose face passes at once, the search changes nothing.
    @Test(.enabled(if: TestData.hasYuNet, "\(TestData.yuNetIsAbsentMessage)"))
    func aFaceBeyondDoubtIsThatOfTheShortRange() throws {
        let options = FaceLandmarkerOptions()
        let short = try FaceLandmarker(options: options).detect(image: Sample.image())
        let found = try landmarker().detect(image: Sample.image())
        #expect(found.faces.first?.landmarks == short.faces.first?.landmarks)
    }
}
