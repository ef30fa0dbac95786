// SPDX-License-Identifier: Apache-2.0
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

    /// Between two searches for people, tracked hands keep theirs, also while they are missing.
    @Test func trackedHandsKeepTheirPeople() {
        var tracks = HandTracks()
        var hand = Self.hand(x: 200)
        hand.person = 2
        let other = Self.hand(x: 800)
        func people(_ hands: [DetectedHand], at timestamp: Int) -> [Int?] {
            let ids = tracks.identify(hands, in: Self.size, timestamp: timestamp)
            return tracks.withPeople(hands, ids: ids).map(\.person)
        }
        #expect(people([hand, other], at: 0) == [2, nil])
        #expect(people([other, Self.hand(x: 200)], at: 33) == [nil, 2])
        #expect(people([other], at: 66) == [nil])
        #expect(people([Self.hand(x: 200)], at: 99) == [2])
    }

    /// A hand at 5 frames a second, hidden in some, moves farther than a face would. What tells it from the other is its side.
    @Test func fastHandsKeepTheirTrackIDs() {
        var tracks = HandTracks()
        var right = Self.hand(x: 200)
        right.rightScore = 0.95
        #expect(tracks.identify([right], in: Self.size, timestamp: 0) == [1])
        #expect(tracks.identify([], in: Self.size, timestamp: 200) == [])
        right = Self.hand(x: 750)
        right.rightScore = 0.95
        #expect(tracks.identify([right], in: Self.size, timestamp: 400) == [1])
        #expect(tracks.identify([Self.hand(x: 200)], in: Self.size, timestamp: 800) == [2])
    }

    /// Folded hands lie on each other; the one that remains visible keeps its own track ID.
    @Test func foldedHandsKeepTheirTrackIDs() {
        var tracks = HandTracks()
        var right = Self.hand(x: 505)
        right.rightScore = 0.95
        let left = Self.hand(x: 500)
        #expect(tracks.identify([left, right], in: Self.size, timestamp: 0) == [1, 2])
        #expect(tracks.identify([right], in: Self.size, timestamp: 33) == [2])
        #expect(tracks.identify([left], in: Self.size, timestamp: 66) == [1])
    }

    @Test func aHandThatIsTakenForTheOtherKeepsItsTrackID() {
        var tracks = HandTracks()
        var hand = Self.hand()
        #expect(tracks.identify([hand], in: Self.size, timestamp: 0) == [1])
        hand.rightScore = 0.9
        #expect(tracks.identify([hand], in: Self.size, timestamp: 33) == [1])
    }

    /// A hand far from where the last one was seen, of another person, has an ID of its own.
    @Test func handsOfOtherPeopleHaveOtherTrackIDs() {
        var tracks = HandTracks()
        var hand = Self.hand(x: 200)
        hand.person = 1
        #expect(tracks.identify([hand], in: Self.size, timestamp: 0) == [1])
        hand = Self.hand(x: 700)
        hand.person = 2
        #expect(tracks.identify([hand], in: Self.size, timestamp: 400) == [2])
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
