import Foundation
import TestSupport
import Testing

@testable import Lineament

@Suite struct HandTests {
    /// Returns a flat hand whose fingers point up, with its wrist at a place; in pixels of an image of 1000 by 1000.
    private static func hand(x: Float = 500, y: Float = 800, score: Float = 0.9) -> DetectedHand {
        var points: [SIMD3<Float>] = [SIMD3(x, y, 0)]
        for finger in 0..<5 {
            let offset = Float(finger) * 30 - 60
            for joint in 1...4 { points.append(SIMD3(x + offset, y - Float(joint) * 50, 0)) }
        }
        let landmarks = points.map { $0 / 1000 }
        return DetectedHand(
            landmarks: landmarks, world: landmarks, presence: score, rightScore: 0.2,
            nextRegion: HandRegion.around(landmarks, in: Self.size, style: .tasks))
    }

    private static let size = ImageSize(width: 1000, height: 1000)

    @Test func optionsHaveMediaPipesDefaults() throws {
        let options = HandLandmarkerOptions()
        #expect(options.numHands == 1)
        #expect(options.runningMode == .image)
        #expect(options.range == .short)
        #expect(options.minHandDetectionConfidence == 0.5)
        #expect(options.minHandPresenceConfidence == 0.5)
        #expect(options.minTrackingConfidence == 0.5)
        options.numHands = 3
        options.range = .auto
        let copy = try #require(options.copy() as? HandLandmarkerOptions)
        #expect(copy.numHands == 3)
        #expect(copy.range == .auto)
        options.minHandPresenceConfidence = 2
        let error = #expect(throws: LineamentError.self) { try HandLandmarker(options: options) }
        #expect(error?.message == "Invalid `minHandPresenceConfidence` option: value must be in the range [0.0, 1.0]")
    }

    /// The region of a tracked hand is upright, a square, twice as large as the steady part of the hand, and a tenth
    /// higher.
    @Test func aTrackedHandHasARegionAroundItsPalm() {
        let region = Self.hand().nextRegion
        #expect(abs(region.rotation) < 1e-5)
        #expect(abs(region.width - 0.3) < 1e-5)
        #expect(abs(region.height - 0.3) < 1e-5)
        #expect(abs(region.xCenter - 0.5) < 1e-5)
        #expect(abs(region.yCenter - (0.725 - 0.015)) < 1e-5)
    }

    @Test func theSameHandIsReportedOnce() {
        let (one, near, far) = (Self.hand(), Self.hand(x: 510), Self.hand(x: 700))
        #expect([one, near, far].withoutDuplicates(in: Self.size).count == 2)
        #expect(one.isSameHand(as: near, in: Self.size))
        #expect(!one.isSameHand(as: far, in: Self.size))
    }

    @Test func trackedHandsKeepTheirRegions() {
        let tracked = RotatedRect(xCenter: 0.5, yCenter: 0.5, width: 0.2, height: 0.2, rotation: 0)
        var (same, other) = (tracked, tracked)
        same.xCenter = 0.51
        other.xCenter = 0.8
        let regions = RegionAssociation.added([same, other, other], to: [tracked], iouThreshold: 0.5)
        #expect(regions == [tracked, other])
    }

    @Test func handednessIsTheMoreProbableSide() {
        let left = HandLandmarkerResult.Hand(Self.hand(), trackID: 1)
        #expect(left.handedness.categoryName == "Left")
        #expect(left.handedness.index == 1)
        #expect(abs(left.handedness.score - 0.8) < 1e-6)
        #expect(abs(left.leftScore - 0.8) < 1e-6)
    }

    @Test func resultsAreReadBackFromJSON() throws {
        var hand = Self.hand()
        hand.person = 2
        let hands = [HandLandmarkerResult.Hand(hand, trackID: 3), HandLandmarkerResult.Hand(Self.hand(), trackID: 4)]
        let result = HandLandmarkerResult(hands: hands, timestampInMilliseconds: 40)
        let data = try JSONEncoder().encode(result)
        let read = try JSONDecoder().decode(HandLandmarkerResult.self, from: data)
        #expect(read == result)
        #expect(read.trackIDs == [3, 4])
        #expect(read.personIDs == [2, nil])
        #expect(read.isFrame)
        #expect(read.hands[0][.indexFingerTip] == hands[0][.indexFingerTip])
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(
                HandLandmarkerResult.self, from: Data(#"{"handedness":[],"landmarks":[[]],"worldLandmarks":[[]]}"#.utf8)
            )
        }
    }

    /// Between two searches for people, tracked hands keep theirs.
    @Test func trackedHandsKeepTheirPeople() {
        var (tracks, hand) = (HandTracks(), Self.hand())
        hand.person = 2
        #expect(tracks.withPeople([hand, Self.hand()], ids: [5, 6]).map(\.person) == [2, nil])
        #expect(tracks.withPeople([Self.hand(), Self.hand()], ids: [6, 5]).map(\.person) == [nil, 2])
        #expect(tracks.withPeople([Self.hand()], ids: [6]).map(\.person) == [nil])
        #expect(tracks.withPeople([Self.hand()], ids: [5]).map(\.person) == [nil])
    }

    @Test func connectionsFormAHand() {
        let lines = HandLandmarker.handConnections
        #expect(lines.count == 21)
        #expect(Set(lines.flatMap { [$0.start, $0.end] }).count == 21)
        #expect(HandLandmarker.handPinkyConnections.map(\.end) == [18, 19, 20])
    }

    /// Nothing is found where there is nobody, in any mode, and tasks end cleanly.
    @Test func imagesWithoutHandsHaveNone() throws {
        let options = HandLandmarkerOptions()
        options.numHands = .max
        let landmarker = try HandLandmarker(options: options)
        let gray = try DerivedPixels(width: 320, height: 240, red: 128, green: 128, blue: 128).image()
        #expect(try landmarker.detect(image: gray).hands.isEmpty)
        let session = landmarker.makeSession()
        for time in [0, 40] {
            #expect(try session.detect(videoFrame: gray, timestampInMilliseconds: time).hands.isEmpty)
        }
        #expect(throws: LineamentError.self) { try session.detect(videoFrame: gray, timestampInMilliseconds: 40) }
        landmarker.close()
        #expect(throws: LineamentError.self) { try landmarker.detect(image: gray) }
    }

    @Test func aBundleOfAnotherTaskIsRefused() throws {
        let error = #expect(throws: LineamentError.self) {
            try HandLandmarker(modelPath: TestData.model("pose_landmarker_full.task"))
        }
        #expect(error?.message.hasPrefix("No file with name: hand_detector.tflite") == true)
    }
}
