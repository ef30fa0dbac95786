// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

@testable import Lineament

/// What MediaPipe had before its tasks; its numbers are compared in the tests of the Python package.
@Suite struct SolutionTests {
    private func solution(
        _ kind: SolutionOptions.Kind, _ change: (inout SolutionOptions) -> Void = { _ in }
    ) throws -> Solution {
        var options = SolutionOptions(kind)
        change(&options)
        return try Solution(options)
    }

    @Test func defaultsAreMediaPipes() {
        #expect(SolutionOptions(.hands).maxCount == 2)
        #expect(SolutionOptions(.faceMesh).maxCount == 1)
        #expect(SolutionOptions(.pose).model == 1)
        #expect(SolutionOptions(.faceDetection).model == 0)
        #expect(SolutionOptions(.pose).smoothsLandmarks)
        #expect(!SolutionOptions(.holistic).hasMask)
    }

    /// Each finds what the sample shows: one person without visible hands.
    @Test func theSampleIsSeen() throws {
        let pixels = try Sample.pixels()
        #expect(try solution(.hands).process(pixels).hands.isEmpty)
        #expect(try solution(.faceDetection).process(pixels).detections.count == 1)
        #expect(try solution(.faceMesh).process(pixels).faces.map(\.count) == [468])
        #expect(try solution(.faceMesh) { $0.refinesLandmarks = true }.process(pixels).faces.map(\.count) == [478])
        let body = try #require(try solution(.pose) { $0.hasMask = true }.process(pixels).body)
        try #require(body.landmarks.count == 33)
        #expect(body.world.count == 33)
        #expect(body.visibility[0] > 0.9)
        let person = try solution(.holistic).process(pixels)
        #expect(person.body?.landmarks.count == 33)
        #expect(person.faces.count == 1)
        for model in 0...1 {
            let mask = try #require(try solution(.selfieSegmentation) { $0.model = model }.process(pixels).mask)
            try #require((mask.width, mask.height) == (512, 512))
            #expect(mask[x: 230, y: 130] > 0.9)
        }
    }

    /// The irises are where the eyes are, which they are only if each operator of the model has its own options.
    @Test func irisesAreInTheirEyes() throws {
        let face = try #require(
            try solution(.faceMesh) { $0.refinesLandmarks = true }.process(Sample.pixels()).faces.first)
        for (iris, corners) in [(468, (33, 133)), (473, (263, 362))] {
            let middle = (face[corners.0].xy + face[corners.1].xy) / 2
            #expect((face[iris].xy - middle).length < (face[corners.0].xy - face[corners.1].xy).length / 2)
        }
    }

    @Test func videosStartOver() throws {
        let (pixels, pose) = (try Sample.pixels(), try solution(.pose))
        func landmarks() throws -> [[SIMD3<Float>]?] {
            try (0..<3).map { _ in try pose.process(pixels).body?.landmarks }
        }
        let first = try landmarks()
        #expect(first[0] != first[2])
        pose.reset()
        #expect(try landmarks() == first)
        let still = try solution(.pose) { ($0.isStatic, $0.smoothsLandmarks) = (true, false) }
        #expect(try still.process(pixels).body?.landmarks == first[0])
    }

    @Test func wrongOptionsAreRefused() throws {
        for (kind, name) in [(SolutionOptions.Kind.pose, "model_complexity"), (.selfieSegmentation, "model_selection")]
        {
            let error = #expect(throws: LineamentError.self) { try solution(kind) { $0.model = 7 } }
            #expect(error?.code == .invalidArgument)
            #expect(error?.message.contains(name) == true)
        }
        for kind in [SolutionOptions.Kind.hands, .faceMesh] {
            let solution = try solution(kind) { $0.maxCount = 0 }
            #expect(throws: LineamentError.self) { try solution.process(Sample.pixels()) }
        }
    }

    /// Where tasks and solutions differ, they do so in the last bits.
    @Test func stylesAreClose() {
        for step in -30...30 {
            let value = Float(step) * 0.37
            #expect(abs(GraphStyle.tasks.sine(value) - GraphStyle.solutions.sine(value)) < 1e-6)
            #expect(abs(GraphStyle.tasks.cosine(value) - GraphStyle.solutions.cosine(value)) < 1e-6)
            #expect(abs(sigmoid(value, style: .tasks) - sigmoid(value, style: .solutions)) < 1e-6)
            let region = PixelRegion(xCenter: 300.3, yCenter: 200.7, width: 101.1, height: 99.9, rotation: value)
            for (one, other) in zip(region.corners(style: .tasks), region.corners(style: .solutions)) {
                #expect((one - other).length < 1e-3)
            }
        }
    }

    @Test func masksAreResized() throws {
        let resizing = MaskResizing(width: 2, height: 2)
        let mask = try resizing.mask([0, 1, 0, 1], width: 4, height: 3)
        #expect(mask.withUnsafeFloats { Array($0) } == [0, 0.25, 0.75, 1, 0, 0.25, 0.75, 1, 0, 0.25, 0.75, 1])
        let same = try resizing.mask([0.1, 0.2, 0.3, 0.4], width: 2, height: 2)
        #expect(same.withUnsafeFloats { Array($0) } == [0.1, 0.2, 0.3, 0.4])
    }

    @Test func refinementKeepsTheMeshsDepth() throws {
        var landmarks = (0..<468).map { SIMD3<Float>(0, 0, Float($0)) }
        let points = FaceMeshRefinement.parts.map { part in part.indices.map { _ in SIMD2<Float>(1, 2) } }
        FaceMeshRefinement.refine(&landmarks, by: points)
        try #require(landmarks.count == 478)
        #expect(FaceMeshRefinement.parts.map(\.indices.count) == [80, 71, 71, 5, 5])
        #expect(landmarks[61] == SIMD3(1, 2, 61))
        #expect(landmarks[1] == SIMD3(0, 0, 1))
        let around = FaceMeshRefinement.parts[3].depthFrom
        #expect(landmarks[470] == SIMD3(1, 2, Float(around.reduce(0, +)) / Float(around.count)))
    }
}
