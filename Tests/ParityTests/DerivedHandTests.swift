// SPDX-License-Identifier: Apache-2.0
import Foundation
import Lineament
import TestSupport
import Testing

/// Parts of the sample photo in which MediaPipe 1.2.3 finds hands with low thresholds, whether or not they are some.
///
/// On the machine that recorded the references, everything is equal up to its decimals; ``ProcessorTolerance`` has what
/// others add.
@Suite struct DerivedHandTests {
    fileprivate struct Reference: Decodable {
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
        var comparison = ReferenceComparison(isTracked: false)
        for image in reference.images {
            try comparison.add(landmarker.detect(image: image.pixels(of: photo).image()), image)
        }
        #expect(comparison.problems == [])
    }

    @Test func framesEqualTheReference() throws {
        let (reference, photo) = (try Reference.read(), try DerivedPixels.sample())
        let landmarker = try reference.landmarker(.video)
        #expect(reference.frames.reduce(0) { $0 + $1.hands.count } >= 10)
        var comparison = ReferenceComparison(isTracked: true)
        for (index, frame) in reference.frames.enumerated() {
            let found = try landmarker.detect(
                videoFrame: frame.pixels(of: photo).image(), timestampInMilliseconds: 40 * index)
            try comparison.add(found, frame)
        }
        comparison.finish("frames")
        #expect(comparison.problems == [])
    }
}

extension ReferenceComparison {
    fileprivate mutating func add(_ found: HandLandmarkerResult, _ expected: DerivedHandTests.Reference.Image) throws {
        let (side, place) = (Double(expected.square[2]), "\(expected.square)")
        guard hasSameCount(found.hands.count, expected.hands.count, place) else { return }
        for (hand, other) in zip(found.hands, expected.hands) {
            #expect(hand.handedness.index == other.index, "\(place)")
            let points = hand.landmarks.flatMap { [$0.x, $0.y, $0.z] }
            let meters = hand.worldLandmarks.flatMap { [$0.x, $0.y, $0.z] }
            let distances = try differences(points, other.landmarks).map { $0 * side }
            add(.handLandmark, distances, exact: 1e-4, scale: side, place)
            add(.handWorld, try differences(meters, other.world), exact: 1e-6, place)
            add(.handScore, try differences([hand.handedness.score], [other.score]), exact: 1e-6, place)
        }
    }
}
