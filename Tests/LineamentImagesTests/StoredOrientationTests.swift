// SPDX-License-Identifier: Apache-2.0
import CLineamentTurboJPEG
import Foundation
import Lineament
import LineamentImages
import TestSupport
import Testing

/// Files with an EXIF orientation, made from an image that is not square, against that image.
@Suite struct StoredOrientationTests {
    /// The head and the shoulders of the sample photo, 333 x 217 pixels.
    private static let upright = Result { try DerivedImages(sample: .sample()).image("odd-size").pixels }

    private func decode(_ file: Data, appliesOrientation: Bool = true) throws -> DerivedPixels {
        var decoder = ImageDecoder()
        decoder.appliesOrientation = appliesOrientation
        return DerivedPixels(try decoder.decode(file))
    }

    /// Checks a file that stores the image with an orientation.
    private func check(_ file: Data, _ orientation: Int, tolerance: Double = 0) throws {
        let upright = try Self.upright.get()
        let shown = try decode(file)
        #expect(shown.meanDifference(from: upright) <= tolerance)
        #expect(
            try decode(file, appliesOrientation: false).meanDifference(from: upright.stored(as: orientation))
                <= tolerance)
        #if os(Linux)
            let properties = try #require(CIImage(data: file)).properties
            let declared = properties[kCGImagePropertyOrientation] as? UInt32 ?? 1
            #expect(Int(declared) == orientation)
        #endif
        let landmarker = try FaceLandmarker(options: FaceLandmarkerOptions())
        let (expected, found) = try (
            landmarker.detect(image: upright.image()), landmarker.detect(image: shown.image())
        )
        try #require(expected.faceLandmarks.count == 1)
        #expect(try largestDistance(expected, found, in: upright.pixelBuffer()) <= (tolerance == 0 ? 0 : 0.5))
    }

    @Test(arguments: 1...8) func jpegIsShownUpright(orientation: Int) throws {
        let file = try StillFile.jpeg(Self.upright.get().stored(as: orientation), TJSAMP_444)
        try check(EXIF.jpeg(file, orientation: orientation), orientation, tolerance: 2)
        // Any number of bytes may fill the space before a marker.
        let filled = EXIF.jpeg(file.prefix(2) + Data([0xff, 0xff]) + file.dropFirst(2), orientation: orientation)
        let all = filled.prefix(2) + Data([0xff, 0xff]) + filled.dropFirst(2)
        try check(all, orientation, tolerance: 2)
    }

    @Test(arguments: 1...8) func pngIsShownUpright(orientation: Int) throws {
        var file = PNGFile(try Self.upright.get().stored(as: orientation))
        file.chunks = [("eXIf", EXIF.block(orientation: orientation))]
        try check(file.data, orientation)
        // The chunk may also follow the pixels.
        let end = PNGFile.chunk("IEND", [])
        file.chunks = []
        let late = PNGFile.chunk("eXIf", EXIF.block(orientation: orientation))
        try check(file.data.dropLast(end.count) + Data(late + end), orientation)
    }

    @Test(arguments: 1...8) func tiffIsShownUpright(orientation: Int) throws {
        let stored = try Self.upright.get().stored(as: orientation)
        try check(StillFile.tiff(stored, orientation: orientation, bits: 8), orientation)
    }

    @Test(arguments: 1...8) func webPIsShownUpright(orientation: Int) throws {
        let stored = try Self.upright.get().stored(as: orientation)
        try check(StillFile.webP(stored, orientation: orientation), orientation)
    }

    /// An orientation that does not exist counts as none.
    @Test(arguments: [0, 9]) func invalidOrientationsAreIgnored(orientation: Int) throws {
        let upright = try Self.upright.get()
        try check(EXIF.jpeg(StillFile.jpeg(upright, TJSAMP_444), orientation: orientation), 1, tolerance: 2)
        var png = PNGFile(upright)
        png.chunks = [("eXIf", EXIF.block(orientation: orientation))]
        try check(png.data, 1)
        try check(StillFile.webP(upright, orientation: orientation), 1)
    }
}
