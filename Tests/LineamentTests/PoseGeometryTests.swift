// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

@testable import Lineament

/// Single steps of the pose pipeline against values measured with MediaPipe.
@Suite struct PoseGeometryTests {
    @Test func anchorsAreCellCenters() {
        let centers = AnchorGrid.pose.centers
        #expect(centers.count == 2254)
        let known: [(Int, Float, Float)] = [
            (0, 0.0178571, 0.0178571), (2, 0.0535714, 0.0178571), (56, 0.0178571, 0.0535714),
            (1567, 0.9821429, 0.9821429), (1568, 0.0357143, 0.0357143), (1965, 0.0714286, 0.0714286),
            (1966, 0.2142857, 0.0714286), (2253, 0.9285714, 0.9285714),
        ]
        for (index, x, y) in known {
            #expect(abs(centers[index].x - x) < 1e-6)
            #expect(abs(centers[index].y - y) < 1e-6)
        }
    }

    @Test func regionIsCenteredOnTheHips() {
        let region = PoseRegion.around(
            center: SIMD2(0.1675, 0.5947), scale: SIMD2(0.1530, 0.3566), in: ImageSize(width: 810, height: 1080),
            style: .tasks)
        #expect(abs(region.xCenter * 810 - 135.675) < 1e-3)
        #expect(abs(region.yCenter * 1080 - 642.276) < 1e-3)
        #expect(abs(region.width * 810 - 643.5402) < 1e-3)
        #expect(abs(region.height * 1080 - 643.5402) < 1e-3)
        #expect(abs(region.rotation + 0.0456424) < 1e-6)
    }

    @Test func letterboxIsRemoved() {
        let region = PixelRegion(xCenter: 50, yCenter: 25, width: 100, height: 50, rotation: 0)
        let letterbox = Letterbox(region, aspect: 1)
        #expect(letterbox.removed(from: SIMD2(0.5, 0.25)) == SIMD2(0.5, 0))
        #expect(letterbox.removed(from: SIMD2(0, 0.75)) == SIMD2(0, 1))
    }

    /// Refines one landmark with a heatmap that is `value` everywhere.
    private func refined(_ x: Float, _ y: Float, value: Float) -> SIMD2<Float> {
        var logits = [Float](repeating: value, count: 64 * 64)
        return logits.withUnsafeMutableBufferPointer {
            HeatmapRefinement(side: 64, maps: 1, logits: $0, style: .tasks).refined(SIMD2(x / 256, y / 256), map: 0)
                * 256
        }
    }

    @Test func heatmapsMoveLandmarksToTheirCenter() {
        #expect(refined(100, 100, value: 0) == SIMD2(100, 100))
        #expect(refined(101, 102, value: 0) == SIMD2(100, 100))
        // Below the confidence threshold.
        #expect(refined(101, 102, value: -3) == SIMD2(101, 102))
        // Truncation toward zero: cell 0 and a window of four.
        #expect(refined(-1.5, -2, value: 0) == SIMD2(6, 6))
        #expect(refined(-4.1, 100, value: 0) == SIMD2(-4.1, 100))
        #expect(refined(256, 20, value: 0) == SIMD2(256, 20))
        #expect(refined(.nan, 20, value: 0).y == 20)
    }

    @Test func worldFilterMatchesMediaPipe() {
        var smoother = LandmarkSmoother(.worldLandmarks)
        let steps: [(Int, Float, Float)] = [
            (1000, 0.1, 0.1), (1033, 0.12, 0.10938415), (1066, 0.11, 0.10952776), (1100, 0.3, 0.28029767),
            (1200, 0.31, 0.30831712),
        ]
        for (time, raw, expected) in steps {
            let smooth = smoother.smooth([SIMD3(raw, 0, 0)], timestamp: time)[0].x
            #expect(abs(smooth - expected) < 2e-7, "\(time)")
        }
    }

    @Test func imageFilterMatchesMediaPipe() {
        var smoother = LandmarkSmoother(.imageLandmarks)
        let size = ImageSize(width: 1, height: 1)
        let steps: [(Int, Float, Float)] = [
            (0, 10, 10), (33, 12, 10.936692), (66, 11, 10.951019), (100, 30, 28.027189), (200, 31, 30.831247),
        ]
        for (time, raw, expected) in steps {
            let smooth = smoother.smooth([SIMD3(raw, 0, 0)], in: size, objectSize: 200, timestamp: time)[0].x
            #expect(abs(smooth - expected) < 2e-5, "\(time)")
        }
    }

    private func body(center: SIMD2<Float>, height: Float = 0.4, visibility: Float = 1) -> DetectedPose {
        let points = (0..<33).map { index -> SIMD3<Float> in
            let isHead = index < 11
            let y = isHead ? -0.45 : Float(index - 11) / 22 * 0.8 - 0.3
            return SIMD3(center.x + Float(index % 3) * 0.02 * height, center.y + y * height, 0)
        }
        let region = RotatedRect(
            xCenter: center.x, yCenter: center.y, width: height * 1.25, height: height * 1.25, rotation: 0)
        let likely = [Float](repeating: visibility, count: 33)
        return DetectedPose(
            landmarks: points, world: points, visibility: likely, presence: likely,
            regionPoints: [], nextRegion: region,
            region: region)
    }

    @Test func duplicatesAreDistinguishedFromTwoPeople() {
        let size = ImageSize(width: 1000, height: 1000)
        let known = body(center: SIMD2(0.4, 0.5))
        #expect(body(center: SIMD2(0.41, 0.5)).isSame(as: known, in: size))
        #expect(!body(center: SIMD2(0.6, 0.5)).isSame(as: known, in: size))
        // Half a body inside the whole one, and a person of that size next to it.
        #expect(body(center: SIMD2(0.41, 0.55), height: 0.2).isSame(as: known, in: size))
        #expect(!body(center: SIMD2(0.7, 0.55), height: 0.2).isSame(as: known, in: size))
        #expect(known.isConvincing)
        #expect(!body(center: SIMD2(0.4, 0.5), visibility: 0.2).isConvincing)
    }

    @Test func squaresCoverTheImage() {
        let sizes: [[RotatedRect]] = ImageTiling.poseSquares(of: ImageSize(width: 1000, height: 500), rotation: 0)
        for squares in sizes {
            let boxes: [BoundingBox] = squares.map(\.uprightBox)
            #expect(squares.allSatisfy { $0.xCenter > 0 && $0.xCenter < 1 && $0.yCenter > 0 && $0.yCenter < 1 })
            #expect(boxes.contains { $0.minimum.max() < 0.001 })
            #expect(boxes.contains { $0.maximum.min() > 0.999 })
        }
        #expect((1..<80).contains(sizes.joined().count))
        #expect(ImageTiling.poseSquares(of: ImageSize(width: 100, height: 100), rotation: 0).isEmpty)
    }
}
