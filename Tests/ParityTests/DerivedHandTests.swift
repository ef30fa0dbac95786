import Foundation
import Lineament
import TestSupport
import Testing

/// Parts of the sample photo in which MediaPipe 1.2.2 finds hands with low thresholds, whether or not they are some.
///
/// On the machine that recorded the references, everything is equal. Other processors multiply in another order, which a
/// network amplifies: 0.01 px is a fifth of what can be seen at the largest zoom.
@Suite(.timeLimit(.minutes(60))) struct DerivedHandTests {
    private struct Reference: Decodable {
        struct Hand: Decodable {
            let index: Int
            let score: Float
            let landmarks: [Float]
            let world: [Float]
        }

        struct Image: Decodable {
            let square: [Int]
            let hands: [Hand]

            func pixels(of photo: DerivedPixels) -> DerivedPixels {
                photo.cropped(x: square[0], y: square[1], width: square[2], height: square[2])
            }
        }

        let threshold: Float
        let images: [Image]
        let frames: [Image]

        static func read() throws -> Reference {
            let file = TestData.packageRoot.appendingPathComponent("Tests/ParityTests/References/hands.json")
            return try JSONDecoder().decode(Reference.self, from: Data(contentsOf: file))
        }

        func landmarker(_ mode: RunningMode) throws -> HandLandmarker {
            let options = HandLandmarkerOptions()
            options.runningMode = mode
            options.numHands = 2
            options.minHandDetectionConfidence = threshold
            options.minHandPresenceConfidence = threshold
            return try HandLandmarker(options: options)
        }
    }

    @Test func imagesEqualTheReference() throws {
        let (reference, photo) = (try Reference.read(), try DerivedPixels.sample())
        let landmarker = try reference.landmarker(.image)
        #expect(reference.images.reduce(0) { $0 + $1.hands.count } >= 5)
        for image in reference.images {
            try compare(landmarker.detect(image: image.pixels(of: photo).image()), image)
        }
    }

    @Test func framesEqualTheReference() throws {
        let (reference, photo) = (try Reference.read(), try DerivedPixels.sample())
        let landmarker = try reference.landmarker(.video)
        #expect(reference.frames.reduce(0) { $0 + $1.hands.count } >= 10)
        for (index, frame) in reference.frames.enumerated() {
            let found = try landmarker.detect(
                videoFrame: frame.pixels(of: photo).image(), timestampInMilliseconds: 40 * index)
            try compare(found, frame)
        }
    }

    private func compare(_ found: HandLandmarkerResult, _ expected: Reference.Image) throws {
        let side = Float(expected.square[2])
        for (hand, other) in try pairs(found.hands, expected.hands) {
            #expect(hand.handedness.index == other.index && abs(hand.handedness.score - other.score) < 1e-4)
            let points = hand.landmarks.flatMap { [$0.x, $0.y, $0.z] }
            let meters = hand.worldLandmarks.flatMap { [$0.x, $0.y, $0.z] }
            #expect(try pairs(points, other.landmarks).allSatisfy { abs($0 - $1) * side < 0.01 }, "\(expected.square)")
            #expect(try pairs(meters, other.world).allSatisfy { abs($0 - $1) < 1e-5 }, "\(expected.square)")
        }
    }
}
