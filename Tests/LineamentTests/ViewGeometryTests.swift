// SPDX-License-Identifier: Apache-2.0
import Foundation
import Lineament
import TestSupport
import Testing

/// The conversion between image and view against the composition of its steps, done with pixels: a stored image with
/// one marked pixel is turned upright by the code that turns images, flipped, and placed in the view.
@Suite struct ViewGeometryTests {
    private static let stored = (width: 6, height: 4)
    private static let views = [
        CGSize(width: 300, height: 200), CGSize(width: 90, height: 400), CGSize(width: 3, height: 2),
    ]

    /// Returns the column and row of a pixel of the stored image in the upright one.
    private func uprightPixel(_ x: Int, _ y: Int, _ orientation: ImageOrientation) throws -> (
        x: Int, y: Int, width: Int, height: Int
    ) {
        var bytes = [UInt8](repeating: 0, count: Self.stored.width * Self.stored.height)
        bytes[y * Self.stored.width + x] = 255
        let image = try PixelBuffer(
            copying: bytes, width: Self.stored.width, height: Self.stored.height, format: .gray8)
        let upright = try image.upright(from: orientation)
        let levels = upright.rgbBytes
        let place = try #require((0..<upright.width * upright.height).first { levels[3 * $0] == 255 })
        return (place % upright.width, place / upright.width, upright.width, upright.height)
    }

    /// Returns where an upright image's upper left corner is and how many points its pixels have across and down.
    private func placed(
        _ image: CGSize, in view: CGSize, _ mode: ViewGeometry.ContentMode, scale: CGFloat
    ) -> (x: CGFloat, y: CGFloat, across: CGFloat, down: CGFloat) {
        let ratios = [view.width / image.width, view.height / image.height].sorted()
        var (across, down) = (1 / scale, 1 / scale)
        switch mode {
        case .scaleToFill: (across, down) = (view.width / image.width, view.height / image.height)
        case .aspectFit: (across, down) = (ratios[0], ratios[0])
        case .aspectFill: (across, down) = (ratios[1], ratios[1])
        default: break
        }
        let (freeX, freeY) = (view.width - image.width * across, view.height - image.height * down)
        let name = "\(mode)".lowercased()
        let x = name.contains("left") ? 0 : name.contains("right") ? freeX : freeX / 2
        let y = name.contains("top") ? 0 : name.contains("bottom") ? freeY : freeY / 2
        return (x, y, across, down)
    }

    private func isClose(_ one: CGPoint, _ other: CGPoint) -> Bool {
        abs(one.x - other.x) < 1e-9 * max(1, abs(one.x)) && abs(one.y - other.y) < 1e-9 * max(1, abs(one.y))
    }

    @Test(arguments: ImageOrientation.allCases, ViewGeometry.ContentMode.allCases)
    func everyPointIsWhereTheStepsPutIt(orientation: ImageOrientation, mode: ViewGeometry.ContentMode) throws {
        let size = CGSize(width: Self.stored.width, height: Self.stored.height)
        for (x, y) in [(0, 0), (4, 1), (5, 3), (1, 2)] {
            let pixel = try uprightPixel(x, y, orientation)
            let upright = CGSize(width: pixel.width, height: pixel.height)
            for (view, isMirrored) in Self.views.flatMap({ [($0, false), ($0, true)] }) {
                let frame = placed(upright, in: view, mode, scale: 2)
                let column = isMirrored ? pixel.width - 1 - pixel.x : pixel.x
                let expected = CGPoint(
                    x: frame.x + (CGFloat(column) + 0.5) * frame.across,
                    y: frame.y + (CGFloat(pixel.y) + 0.5) * frame.down)
                let geometry = ViewGeometry(
                    imageSize: size, orientation: orientation, viewSize: view, contentMode: mode,
                    isMirrored: isMirrored, scale: 2)
                let center = CGPoint(x: CGFloat(x) + 0.5, y: CGFloat(y) + 0.5)
                let fractions = CGPoint(x: center.x / size.width, y: center.y / size.height)
                let lowerLeft = CGPoint(
                    x: (CGFloat(pixel.x) + 0.5) / upright.width, y: 1 - (CGFloat(pixel.y) + 0.5) / upright.height)
                #expect(isClose(geometry.point(fractions), expected))
                #expect(isClose(geometry.point(pixel: center), expected))
                #expect(isClose(geometry.point(lowerLeft: lowerLeft), expected))
                #expect(isClose(geometry.imagePoint(at: expected), fractions))
                #expect(isClose(geometry.imagePixel(at: expected), center))
                #expect(isClose(geometry.lowerLeftPoint(at: expected), lowerLeft))
                let box = geometry.rect(pixels: CGRect(x: x, y: y, width: 1, height: 1))
                #expect(isClose(CGPoint(x: box.midX, y: box.midY), expected))
                #expect(abs(box.width - frame.across) < 1e-9)
                #expect(abs(box.height - frame.down) < 1e-9)
            }
        }
    }

    @Test func aFrontCameraFillsThePreview() throws {
        // A sensor in landscape, held upright: the preview shows 1080 x 1920 pixels, a third as large.
        let geometry = ViewGeometry(
            imageSize: CGSize(width: 1920, height: 1080), orientation: .right,
            viewSize: CGSize(width: 300, height: 640), contentMode: .aspectFill, isMirrored: true)
        #expect(isClose(geometry.imageRect.origin, CGPoint(x: -30, y: 0)))
        #expect(abs(geometry.imageRect.width - 360) < 1e-9)
        let landmark = NormalizedLandmark(x: 0.25, y: 0.25, z: 0, visibility: nil, presence: nil)
        #expect(isClose(landmark.position(in: geometry), CGPoint(x: 60, y: 160)))
        let list = FaceLandmarks([landmark, NormalizedLandmark(x: 0.5, y: 0.5, z: 0, visibility: nil, presence: nil)])
        let box = try #require(list.boundingBox(in: geometry))
        #expect(isClose(box.origin, CGPoint(x: 60, y: 160)))
        #expect(isClose(CGPoint(x: box.maxX, y: box.maxY), CGPoint(x: 150, y: 320)))
        let half = geometry.rect(lowerLeft: CGRect(x: 0, y: 0.5, width: 0.5, height: 0.5))
        #expect(isClose(half.origin, CGPoint(x: 150, y: 0)))
    }

    @Test func whatIsBesideTheImageIsNotInIt() {
        let geometry = ViewGeometry(
            imageSize: CGSize(width: 100, height: 100), viewSize: CGSize(width: 200, height: 100))
        #expect(geometry.showsImage(at: CGPoint(x: 100, y: 50)))
        #expect(!geometry.showsImage(at: CGPoint(x: 20, y: 50)))
        #expect(geometry.imagePoint(at: CGPoint(x: 25, y: 50)) == CGPoint(x: -0.25, y: 0.5))
    }

    @Test func emptySizesGiveFinitePoints() {
        let empty = ViewGeometry(imageSize: .zero, viewSize: CGSize(width: 10, height: 10))
        #expect(empty.point(pixel: CGPoint(x: 3, y: 3)) == CGPoint(x: 5, y: 5))
        #expect(empty.imagePoint(at: CGPoint(x: 3, y: 3)) == .zero)
        #expect(empty.rect(.null).isNull)
    }

    @Test func imagesBringTheirSizeAndOrientation() throws {
        let pixels = try PixelBuffer(copying: [UInt8](repeating: 0, count: 8), width: 4, height: 2, format: .gray8)
        let view = CGSize(width: 100, height: 200)
        let expected = ViewGeometry(imageSize: CGSize(width: 4, height: 2), orientation: .left, viewSize: view)
        #expect(try ViewGeometry(image: MPImage(pixelBuffer: pixels, orientation: .left), viewSize: view) == expected)
        let photo = UIImage(pixelBuffer: pixels, scale: 2, orientation: .left)
        var scaled = expected
        scaled.scale = 2
        #expect(ViewGeometry(image: photo, viewSize: view) == scaled)
        #expect(ViewGeometry.ContentMode(UIView.ContentMode.scaleAspectFill) == .aspectFill)
        #expect(ViewGeometry.ContentMode(UIView.ContentMode.redraw) == .scaleToFill)
        #expect(ViewGeometry.ContentMode(UIView.ContentMode.bottomRight) == .bottomRight)
    }
}
