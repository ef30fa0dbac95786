import Foundation
import Lineament
import TestSupport
import Testing

/// The person in parts of the sample photo, against MediaPipe 1.2.2. Thresholds of hands are low, so that whatever both take for
/// a hand is compared.
///
/// Everything equals the reference up to its eight decimals. Other processors multiply in another order; 0.01 px leaves room
/// for that.
@Suite(.timeLimit(.minutes(60))) struct DerivedHolisticTests {
    private struct Reference: Decodable {
        struct Person: Decodable {
            let body: [Float]
            let world: [Float]
            let visibility: [Float]
            let face: [Float]
            let leftHand: [Float]
            let leftHandWorld: [Float]
            let rightHand: [Float]
            let rightHandWorld: [Float]
            let blendshapes: [Float]
            let mask: Float?
        }

        struct Image: Decodable {
            let square: [Int]
            let person: Person

            func pixels(of photo: DerivedPixels) -> DerivedPixels {
                photo.cropped(x: square[0], y: square[1], width: square[2], height: square[2])
            }
        }

        let handThreshold: Float
        let images: [Image]
        let frames: [Image]

        static func read() throws -> Reference {
            let file = TestData.packageRoot.appendingPathComponent("Tests/ParityTests/References/holistic.json")
            return try JSONDecoder().decode(Reference.self, from: Data(contentsOf: file))
        }

        func landmarker(_ mode: RunningMode) throws -> HolisticLandmarker {
            let options = HolisticLandmarkerOptions()
            options.runningMode = mode
            options.minFaceSuppressionThreshold = 0.5
            options.minPoseSuppressionThreshold = 0.5
            options.minHandLandmarksConfidence = handThreshold
            options.outputFaceBlendshapes = true
            options.outputPoseSegmentationMasks = true
            return try HolisticLandmarker(options: options)
        }
    }

    @Test func imagesEqualTheReference() throws {
        let (reference, photo) = (try Reference.read(), try DerivedPixels.sample())
        let landmarker = try reference.landmarker(.image)
        for image in reference.images {
            try compare(landmarker.detect(image: image.pixels(of: photo).image()), image)
        }
    }

    @Test func framesEqualTheReference() throws {
        let (reference, photo) = (try Reference.read(), try DerivedPixels.sample())
        let landmarker = try reference.landmarker(.video)
        #expect(reference.frames.contains { !$0.person.leftHand.isEmpty || !$0.person.rightHand.isEmpty })
        for (index, frame) in reference.frames.enumerated() {
            let found = try landmarker.detect(
                videoFrame: frame.pixels(of: photo).image(), timestampInMilliseconds: 40 * index)
            try compare(found, frame)
        }
    }

    private func compare(_ found: HolisticLandmarkerResult, _ expected: Reference.Image) throws {
        let (other, side, place) = (expected.person, Float(expected.square[2]), "\(expected.square)")
        func differ(_ mine: [Float], _ theirs: [Float]) throws -> Float {
            try pairs(mine, theirs).map { abs($0 - $1) }.max() ?? 0
        }
        func image(_ points: [NormalizedLandmark]) -> [Float] { points.flatMap { [$0.x, $0.y, $0.z] } }
        func meters(_ points: [Landmark]) -> [Float] { points.flatMap { [$0.x, $0.y, $0.z] } }
        #expect(try differ(image(found.poseLandmarks), other.body) * side < 0.01, "\(place)")
        #expect(try differ(meters(found.poseWorldLandmarks), other.world) < 1e-5, "\(place)")
        #expect(try differ(found.poseLandmarks.map { $0.visibilityValue ?? 0 }, other.visibility) < 1e-4, "\(place)")
        #expect(try differ(image(found.faceLandmarks), other.face) * side < 0.01, "\(place)")
        #expect(try differ(image(found.leftHandLandmarks), other.leftHand) * side < 0.01, "\(place)")
        #expect(try differ(image(found.rightHandLandmarks), other.rightHand) * side < 0.01, "\(place)")
        #expect(try differ(meters(found.leftHandWorldLandmarks), other.leftHandWorld) < 1e-5, "\(place)")
        #expect(try differ(meters(found.rightHandWorldLandmarks), other.rightHandWorld) < 1e-5, "\(place)")
        #expect(
            try differ(found.faceBlendshapes?.categories.map(\.score) ?? [], other.blendshapes) < 1e-3, "\(place)")
        let mask = try #require(found.poseSegmentationMask)
        let mean = mask.withUnsafeFloats { $0.reduce(0) { $0 + Double($1) } } / Double(mask.width * mask.height)
        #expect(abs(Float(mean) - (other.mask ?? 0)) < 1e-5, "\(place)")
    }
}
