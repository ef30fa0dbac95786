// SPDX-License-Identifier: Apache-2.0
import Foundation
import Lineament
import TestSupport
import Testing

@testable import LineamentVision

/// Requests for contours, in both of Vision's APIs.
@Suite struct ContourRequestTests {
    /// Returns a white image with black and white rectangles, given in pixels from the lower left corner.
    private static func drawing(_ width: Int, _ height: Int, _ rects: [(CGRect, UInt8)]) throws -> CGImage {
        let context = try #require(
            CGContext(
                data: nil, width: width, height: height, bitsPerComponent: 8, bytesPerRow: 0,
                space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue))
        for (rect, shade) in [(CGRect(x: 0, y: 0, width: width, height: height), 255)] + rects {
            context.setFillColor(CGColor(gray: CGFloat(shade) / 255, alpha: 1))
            context.fill(rect)
        }
        return try #require(context.makeImage())
    }

    /// A frame with a square inside, in the left half, and a bar in the upper right corner.
    private static func frameAndBar() throws -> CGImage {
        try drawing(
            200, 100,
            [
                (CGRect(x: 10, y: 10, width: 60, height: 60), 0), (CGRect(x: 20, y: 20, width: 40, height: 40), 255),
                (CGRect(x: 35, y: 35, width: 10, height: 10), 0), (CGRect(x: 150, y: 90, width: 50, height: 10), 0),
            ])
    }

    private static func contours(
        of image: CGImage, _ change: (VNDetectContoursRequest) -> Void = { _ in }
    ) throws -> VNContoursObservation {
        let request = VNDetectContoursRequest()
        change(request)
        try VNImageRequestHandler(cgImage: image).perform([request])
        return try #require(request.results?.first)
    }

    @Test func contoursAreNested() throws {
        let found = try Self.contours(of: Self.frameAndBar())
        #expect(found.contourCount == 4)
        #expect(found.topLevelContourCount == 2)
        #expect(found.confidence == 1)
        // The scan starts at the top.
        let (bar, frame) = (found.topLevelContours[0], found.topLevelContours[1])
        #expect(bar.childContourCount == 0)
        #expect(frame.childContourCount == 1)
        let hole = try frame.childContour(at: 0)
        let square = try hole.childContour(at: 0)
        #expect(square.indexPath == IndexPath(indexes: [1, 0, 0]))
        #expect(square.childContours.isEmpty)
        #expect(try found.contour(at: IndexPath(indexes: [1, 0, 0])) == square)
        #expect(try found.contour(at: 0) == bar)
        #expect(try found.contour(at: 3) == square)
        #expect(frame.aspectRatio == 2)
        #expect(square.pointCount == 36)
        #expect(square.normalizedPoints.count == 36)

        // Points are centers of pixels.
        let box = square.normalizedPath.boundingBox
        #expect(abs(box.minX - 35.5 / 200) < 1e-6)
        #expect(abs(box.maxX - 44.5 / 200) < 1e-6)
        #expect(abs(box.minY - 35.5 / 100) < 1e-6)
        #expect(abs(box.maxY - 44.5 / 100) < 1e-6)
        let corners = try square.polygonApproximation(epsilon: 0.001)
        #expect(corners.pointCount == 4)
        #expect(corners.indexPath == square.indexPath)
        #expect(corners.normalizedPath.contains(CGPoint(x: 0.2, y: 0.4)))

        let path = found.normalizedPath
        #expect(abs(path.boundingBox.maxX - 199.5 / 200) < 1e-6)
        #expect(abs(path.boundingBox.maxY - 99.5 / 100) < 1e-6)
        #expect(path.contains(CGPoint(x: 0.075, y: 0.5), using: .evenOdd))
        #expect(!path.contains(CGPoint(x: 0.12, y: 0.4), using: .evenOdd))
        #expect(path.contains(CGPoint(x: 0.2, y: 0.4), using: .evenOdd))
    }

    @Test func placesWithoutContoursAreErrors() throws {
        let found = try Self.contours(of: Self.frameAndBar())
        let square = try found.contour(at: 3)
        let failures: [() throws -> Void] = [
            { _ = try found.contour(at: 4) }, { _ = try found.contour(at: -1) },
            { _ = try found.contour(at: IndexPath(indexes: [2])) }, { _ = try found.contour(at: IndexPath()) },
            { _ = try found.contour(at: IndexPath(indexes: [1, 0, 0, 0])) },
            { _ = try found.contour(at: IndexPath(indexes: [1, -1])) }, { _ = try square.childContour(at: 0) },
        ]
        for failure in failures {
            let error = #expect(throws: NSError.self) { try failure() }
            #expect(error?.code == VNErrorCode.outOfBoundsError.rawValue)
        }
        for epsilon in [-1, Float.nan] {
            let error = #expect(throws: NSError.self) { try square.polygonApproximation(epsilon: epsilon) }
            #expect(error?.code == VNErrorCode.invalidArgument.rawValue)
        }
    }

    @Test func settingsDecideWhatIsAnObject() throws {
        let image = try Self.frameAndBar()
        let light = try Self.contours(of: image) { $0.detectsDarkOnLight = false }
        // The background with two holes, of which the frame's surrounds a part of the background with one of its own. The
        // bar is at the edge, so that it is no hole.
        #expect(light.contourCount == 4)
        #expect(light.topLevelContourCount == 1)
        let gray = try Self.drawing(64, 64, [(CGRect(x: 9, y: 9, width: 20, height: 20), 180)])
        #expect(try Self.contours(of: gray).contourCount == 0)
        #expect(try Self.contours(of: gray) { $0.contrastPivot = nil }.contourCount == 1)
        #expect(try Self.contours(of: gray) { ($0.contrastPivot, $0.contrastAdjustment) = (1, 3) }.contourCount == 1)
    }

    @Test func aRegionKeepsTheImagesCoordinates() throws {
        let found = try Self.contours(of: Self.frameAndBar()) {
            $0.regionOfInterest = CGRect(x: 0.5, y: 0.5, width: 0.5, height: 0.5)
        }
        let box = found.normalizedPath.boundingBox
        try #require(found.contourCount == 1)
        #expect(found.topLevelContours[0].aspectRatio == 2)
        #expect(abs(box.minX - 150.5 / 200) < 1e-6)
        #expect(abs(box.minY - 90.5 / 100) < 1e-6)
        #expect(throws: NSError.self) {
            try Self.contours(of: Self.frameAndBar()) { $0.regionOfInterest = .zero }
        }
    }

    @Test func largeImagesAreScaledDown() throws {
        let image = try Self.drawing(4000, 500, [(CGRect(x: 1000, y: 100, width: 2000, height: 300), 0)])
        let coarse = try Self.contours(of: image).topLevelContours[0]
        let fine = try Self.contours(of: image) { $0.maximumImageDimension = .max }.topLevelContours[0]
        #expect(coarse.pointCount < fine.pointCount / 7)
        #expect(fine.pointCount == 2 * (1999 + 299))
        let (one, other) = (coarse.normalizedPath.boundingBox, fine.normalizedPath.boundingBox)
        #expect(abs(one.minX - other.minX) < 0.002)
        #expect(abs(one.maxY - other.maxY) < 0.02)
        #expect(coarse.aspectRatio == 8)
    }

    @Test(arguments: [(1, 1), (1, 3000), (3000, 1), (2, 2)]) func smallAndNarrowImagesAreFine(width: Int, height: Int)
        throws
    {
        let whole = CGRect(x: 0, y: 0, width: width, height: height)
        #expect(try Self.contours(of: Self.drawing(width, height, [])).contourCount == 0)
        let black = try Self.contours(of: Self.drawing(width, height, [(whole, 0)]))
        try #require(black.contourCount == 1)
        #expect(black.topLevelContours[0].pointCount >= 1)
    }

    @Test func settingsOutsideOfTheirRangesAreErrors() async throws {
        let image = try Self.frameAndBar()
        let changes: [(inout DetectContoursRequest) -> Void] = [
            { $0.contrastAdjustment = -1 }, { $0.contrastAdjustment = 3.1 }, { $0.contrastAdjustment = .nan },
            { $0.contrastPivot = 1.5 }, { $0.contrastPivot = .nan }, { $0.maximumImageDimension = 63 },
        ]
        for change in changes {
            var request = DetectContoursRequest()
            change(&request)
            let error = await #expect(throws: VisionError.self) { try await request.perform(on: image) }
            #expect(error?.errorCode == VNErrorCode.invalidArgument.rawValue)
        }
    }

    @Test func theNewerAPIFindsTheSame() async throws {
        let image = try Self.frameAndBar()
        let handler = ImageRequestHandler(image)
        let found = try await handler.perform(DetectContoursRequest())
        #expect(found.contourCount == 4)
        try #require(found.topLevelContours.count == 2)
        #expect(found.originatingRequestDescriptor == .detectContoursRequest(.revision1))
        let square = try #require(found.countourAtIndexPath(IndexPath(indexes: [1, 0, 0])))
        #expect(square == found.topLevelContours[1].childContours[0].childContours[0])
        #expect(square == found.contourAtIndex(3))
        #expect(found.contourAtIndex(4) == nil)
        #expect(square.points.count == 36)
        #expect(abs(square.boundingBox.width - 0.045) < 1e-6)
        #expect(try square.polygonApproximation(epsilon: 0.001) != square)
        #expect(ContoursObservation(VNContoursObservation(found)) == found)

        let copy = try JSONDecoder().decode(ContoursObservation.self, from: JSONEncoder().encode(found))
        #expect(copy == found)
        #expect(copy.topLevelContours == found.topLevelContours)
        let older = try Self.contours(of: image)
        #expect(older.topLevelContours[1].normalizedPoints == found.topLevelContours[1].normalizedPoints)

        for await result in handler.performAll([DetectContoursRequest()]) {
            guard case .detectContours(_, let contours) = result else { throw VisionError.internalError("\(result)") }
            #expect(contours.contourCount == 4)
        }
    }

    @Test func orientationsAreApplied() throws {
        let request = VNDetectContoursRequest()
        try VNImageRequestHandler(cgImage: Self.frameAndBar(), orientation: .right).perform([request])
        let found = try #require(request.results?.first)
        // The bar of the upper right corner is in the lower right one.
        let bar = try #require(found.topLevelContours.first { $0.childContourCount == 0 })
        #expect(bar.aspectRatio == 0.5)
        #expect(bar.normalizedPath.boundingBox.minX > 0.85)
        #expect(bar.normalizedPath.boundingBox.minY < 0.01)
        #expect(bar.normalizedPath.boundingBox.maxY < 0.26)
    }

    @Test func photosHaveContours() throws {
        let request = VNDetectContoursRequest()
        request.maximumImageDimension = 2000
        try VNImageRequestHandler(url: Sample.url).perform([request])
        let found = try #require(request.results?.first)
        #expect(found.contourCount > 100)
        #expect(found.topLevelContourCount < found.contourCount)
        let points = found.topLevelContours.flatMap(\.normalizedPoints)
        #expect(points.allSatisfy { $0.x > 0 && $0.x < 1 && $0.y > 0 && $0.y < 1 })
    }
}
