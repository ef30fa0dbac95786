// SPDX-License-Identifier: Apache-2.0
import Foundation
import Lineament
import TestSupport
import Testing

/// The person in parts of the sample photo, against MediaPipe 1.2.3. Thresholds of hands are low, so that whatever both take for
/// a hand is compared.
///
/// Everything equals the reference up to its eight decimals; ``ProcessorTolerance`` has what other processors add.
@Suite struct DerivedHolisticTests {
    fileprivate struct Reference: Decodable {
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
        var comparison = ReferenceComparison(isTracked: false)
        for image in reference.images {
            try comparison.add(landmarker.detect(image: image.pixels(of: photo).image()), image)
        }
        #expect(comparison.problems == [])
    }

    @Test func framesEqualTheReference() throws {
        let (reference, photo) = (try Reference.read(), try DerivedPixels.sample())
        let landmarker = try reference.landmarker(.video)
        #expect(reference.frames.contains { !$0.person.leftHand.isEmpty || !$0.person.rightHand.isEmpty })
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
    fileprivate mutating func add(
        _ found: HolisticLandmarkerResult, _ expected: DerivedHolisticTests.Reference.Image
    ) throws {
        let (other, side, place) = (expected.person, Double(expected.square[2]), "\(expected.square)")
        let (body, face) = (found.poseLandmarks.flatCoordinates, found.faceLandmarks.flatCoordinates)
        try addImage([.bodyLandmark, .bodyLandmark, .bodyDepth], body, other.body, side, place)
        try addImage([.faceLandmark, .faceLandmark, .faceLandmark], face, other.face, side, place)
        for (hand, other) in [
            (found.leftHandLandmarks, other.leftHand), (found.rightHandLandmarks, other.rightHand),
        ] {
            try addImage([.handLandmark, .handLandmark, .handLandmark], hand.flatCoordinates, other, side, place)
        }
        func meters(_ points: [Landmark]) -> [Float] { points.flatMap { [$0.x, $0.y, $0.z] } }
        try addValues(.bodyWorld, meters(found.poseWorldLandmarks), other.world, 1e-6, place)
        try addValues(.handWorld, meters(found.leftHandWorldLandmarks), other.leftHandWorld, 1e-6, place)
        try addValues(.handWorld, meters(found.rightHandWorldLandmarks), other.rightHandWorld, 1e-6, place)
        try addValues(
            .bodyProbability, found.poseLandmarks.map { $0.visibilityValue ?? 0 }, other.visibility, 1e-6, place)
        let scores = found.faceBlendshapes?.categories.map(\.score) ?? []
        try addValues(.blendshape, scores, other.blendshapes, 2e-6, place)
        let mask = try #require(found.poseSegmentationMask)
        let mean = mask.withUnsafeFloats { $0.reduce(0) { $0 + Double($1) } } / Double(mask.width * mask.height)
        try addValues(.maskMean, [Float(mean)], [other.mask ?? 0], 1e-5, place)
    }

    /// Compares x, y and z of landmarks, which are of the given kinds, in pixels.
    private mutating func addImage(
        _ kinds: [OutputKind], _ found: [Float], _ expected: [Float], _ side: Double, _ place: String
    ) throws {
        guard hasSameCount(found.count, expected.count, place) else { return }
        let distances = try differences(found, expected).map { $0 * side }
        for kind in Set(kinds) {
            let own = distances.indices.filter { kinds[$0 % 3] == kind }.map { distances[$0] }
            add(kind, own, exact: 1e-4, scale: side, place)
        }
    }

    private mutating func addValues(
        _ kind: OutputKind, _ found: [Float], _ expected: [Float], _ exact: Double, _ place: String
    ) throws {
        guard hasSameCount(found.count, expected.count, "\(place), \(kind.rawValue)") else { return }
        add(kind, try differences(found, expected), exact: exact, place)
    }
}

extension [NormalizedLandmark] {
    fileprivate var flatCoordinates: [Float] { flatMap { [$0.x, $0.y, $0.z] } }
}
