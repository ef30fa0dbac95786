// SPDX-License-Identifier: Apache-2.0
#if STAND_INS
    import Foundation
    import Lineament
    import LineamentAppleTypes
    import LineamentImages
    import LineamentVision
    import TestSupport
    import Testing

    /// Image files as programs read and write them with Image I/O and Core Image.
    @Suite struct ImageFileStandInTests {
        private static func photo() throws -> CGImage {
            let source = try #require(CGImageSourceCreateWithData(try Data(contentsOf: Sample.url), nil))
            return try #require(CGImageSourceCreateImageAtIndex(source, 0, nil))
        }

        @Test(arguments: [(UTType.jpeg, [UInt8]([0xff, 0xd8])), (.png, [0x89, 0x50])])
        func destinationWritesAnUprightImage(type: UTType, start: [UInt8]) throws {
            let image = try Self.photo()
            let data = NSMutableData()
            let destination = try #require(
                CGImageDestinationCreateWithData(data as CFMutableData, type.identifier as CFString, 1, nil))
            CGImageDestinationAddImage(
                destination, image,
                [kCGImageDestinationLossyCompressionQuality: 0.8, kCGImagePropertyOrientation: 6] as CFDictionary)
            #expect(CGImageDestinationFinalize(destination))
            let bytes = Data(referencing: data)
            #expect(Array(bytes.prefix(2)) == start)
            let read = try #require(UIImage(data: bytes)?.cgImage)
            #expect(read.width == image.height)
            #expect(read.height == image.width)
        }

        @Test func destinationTurnsVideoFramesAndPrefersTheirProperties() throws {
            let frame = try PixelBuffer(
                copying: [UInt8](repeating: 128, count: 40 * 30 * 3 / 2), width: 40, height: 30, format: .nv12FullRange)
            let data = NSMutableData()
            let destination = try #require(
                CGImageDestinationCreateWithData(data as CFMutableData, UTType.png.identifier as CFString, 1, nil))
            CGImageDestinationAddImage(
                destination, CGImage(pixelBuffer: frame), [kCGImagePropertyOrientation: 6] as CFDictionary)
            CGImageDestinationSetProperties(destination, [kCGImagePropertyOrientation: 1] as CFDictionary)
            #expect(CGImageDestinationFinalize(destination))
            let read = try #require(UIImage(data: Data(referencing: data))?.cgImage)
            #expect(read.width == 30)
            #expect(read.height == 40)
            let space = CGColorSpaceCreateDeviceRGB()
            #expect(CIContext().jpegRepresentation(of: CIImage(pixelBuffer: frame), colorSpace: space) != nil)
        }

        @Test func destinationsOfOtherKindsAreRefused() {
            #expect(CGImageDestinationCreateWithData(NSMutableData(), "public.heic" as CFString, 1, nil) == nil)
            #expect(UTType(filenameExtension: "JPG") == .jpeg)
            #expect(UTType("public.heic") == nil)
        }

        @Test func thumbnailKeepsTheProportions() throws {
            let image = try Self.photo()
            let source = try #require(CGImageSourceCreateWithURL(Sample.url as CFURL, nil))
            let options: [CFString: Any] = [
                kCGImageSourceCreateThumbnailFromImageAlways: true, kCGImageSourceThumbnailMaxPixelSize: 100,
                kCGImageSourceCreateThumbnailWithTransform: true,
            ]
            let small = try #require(CGImageSourceCreateThumbnailAtIndex(source, 0, options as CFDictionary))
            #expect(max(small.width, small.height) == 100)
            let ratio = Double(image.width) / Double(image.height)
            #expect(abs(Double(small.width) / Double(small.height) - ratio) < 0.02)
        }

        @Test func contextWritesJPEG() throws {
            let image = CIImage(cgImage: try Self.photo()).cropped(to: CGRect(x: 0, y: 0, width: 40, height: 30))
            let data = try #require(
                CIContext().jpegRepresentation(of: image, colorSpace: CGColorSpaceCreateDeviceRGB()))
            #expect(CIImage(data: data)?.extent == CGRect(x: 0, y: 0, width: 40, height: 30))
        }

        /// A request with a name, as programs make to tell their requests apart.
        private final class NamedRequest: VNDetectFaceRectanglesRequest {
            var name = ""
        }

        @Test func requestsCanBeSubclassed() throws {
            let request = NamedRequest { request, _ in (request as? NamedRequest)?.name += "!" }
            request.name = "first"
            let cpu = try #require(try request.supportedComputeStageDevices[.main]?.first)
            request.setComputeDevice(cpu, for: .main)
            #expect(request.computeDevice(for: .main) == cpu)
            try VNImageRequestHandler(cgImage: try Self.photo()).perform([request])
            #expect(request.results?.isEmpty == false)
            #expect(request.name == "first!")
        }
    }
#endif
