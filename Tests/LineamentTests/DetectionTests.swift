// SPDX-License-Identifier: Apache-2.0
import LiteRT
import Testing

@testable import Lineament

@Suite struct DetectionTests {
    @Test func theDetectorRunsOnTheDelegate() throws {
        let model = try ModelFile.fixed(.faceDetector).model()
        #expect(try XNNPACK.executes(LiteRTCompiledModel(model, threads: 1)))
    }

    private func candidate(_ x: Float, _ y: Float, side: Float = 0.2, score: Float) -> RawDetection {
        let corner = SIMD2(x, y)
        return RawDetection(
            box: BoundingBox(minimum: corner, maximum: corner + side), score: score, keypoints: [corner, corner + side])
    }

    @Test func anchorsAreCellCenters() {
        let short = AnchorGrid.shortRangeFace.centers
        #expect(short.count == 896)
        #expect(short[0] == SIMD2(0.03125, 0.03125))
        #expect(short[1] == short[0])
        #expect(short[2] == SIMD2(0.09375, 0.03125))
        #expect(short[512] == SIMD2(0.0625, 0.0625))
        #expect(short[517] == short[512])
        #expect(AnchorGrid.fullRangeFace.centers.count == 2304)
    }

    @Test func overlapsAreMergedWeightedByScore() {
        let merged = [
            candidate(0.5, 0.5, score: 0.6), candidate(0.11, 0.1, score: 0.3), candidate(0.1, 0.1, score: 0.9),
        ].weightedNonMaxSuppression(iouThreshold: 0.3)
        #expect(merged.map(\.score) == [0.9, 0.6])
        // (0.9 · 0.1 + 0.3 · 0.11) / 1.2
        #expect(abs(merged[0].box.minimum.x - 0.1025) < 1e-6)
        #expect(abs(merged[0].keypoints[1].x - 0.3025) < 1e-6)
    }

    @Test func anEmptyBoxEndsSuppression() {
        let flat = candidate(0.1, 0.1, side: 0, score: 0.9)
        #expect(
            [flat, candidate(0.5, 0.5, score: 0.5)].weightedNonMaxSuppression(iouThreshold: 0.3).map(\.score) == [0.9])
    }

    @Test func touchingBoxesDoNotOverlap() {
        let left = BoundingBox(minimum: .zero, maximum: SIMD2(1, 1))
        #expect(left.intersectionOverUnion(BoundingBox(minimum: SIMD2(1, 0), maximum: SIMD2(2, 1))) == 0)
        #expect(left.intersectionOverUnion(left) == 1)
        let point = BoundingBox(minimum: .zero, maximum: .zero)
        #expect(point.intersectionOverUnion(point) == 0)
    }

    @Test func projectionRevertsLetterboxAndRotation() {
        let size = ImageSize(width: 200, height: 100)
        let whole = RotatedRect.wholeImage(size).region(in: size).padded(toAspect: 1)
        #expect(whole.width == 200)
        #expect(whole.height == 200)
        let projection = Projection(from: whole, to: size, style: .tasks)
        #expect(projection(SIMD2(0.5, 0.5)) == SIMD2(0.5, 0.5))
        #expect(projection(SIMD2(0, 0.25)) == SIMD2(0, 0))

        let turned = RotatedRect.wholeImage(size, rotation: .pi / 2)
        #expect(turned.region(in: size).width == 100)
        #expect(turned.region(in: size).height == 200)
        let corner = Projection(from: turned.region(in: size), to: size, style: .tasks)(SIMD2(0, 0))
        #expect(abs(corner.x - 1) < 1e-6)
        #expect(abs(corner.y) < 1e-6)
    }

    @Test func faceRegionIsAlignedWithTheEyes() {
        let size = ImageSize(width: 100, height: 100)
        var face = candidate(0.4, 0.4, score: 1)
        face.keypoints = [SIMD2(0.45, 0.45), SIMD2(0.55, 0.55)]
        let region = FaceRegion.around(face, in: size)
        #expect(abs(region.rotation - .pi / 4) < 1e-6)
        #expect(abs(region.width - 0.3) < 1e-6)
        #expect(abs(region.xCenter - 0.5) < 1e-6)
    }
}
