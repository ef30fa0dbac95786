// SPDX-License-Identifier: Apache-2.0

/// Four bytes per pixel: blue, green, red, alpha.
public let kCVPixelFormatType_32BGRA: OSType = 0x4247_5241
/// Four bytes per pixel: red, green, blue, alpha.
public let kCVPixelFormatType_32RGBA: OSType = 0x5247_4241
/// Four bytes per pixel: alpha, red, green, blue.
public let kCVPixelFormatType_32ARGB: OSType = 0x20
/// Four bytes per pixel: alpha, blue, green, red.
public let kCVPixelFormatType_32ABGR: OSType = 0x4142_4752
/// Three bytes per pixel: red, green, blue.
public let kCVPixelFormatType_24RGB: OSType = 0x18
/// Three bytes per pixel: blue, green, red.
public let kCVPixelFormatType_24BGR: OSType = 0x3234_4247
/// One byte per pixel.
public let kCVPixelFormatType_OneComponent8: OSType = 0x4C30_3038
/// One 16-bit float per pixel; nothing here makes or takes such images.
public let kCVPixelFormatType_OneComponent16Half: OSType = 0x4C30_3068
/// One 32-bit float per pixel.
public let kCVPixelFormatType_OneComponent32Float: OSType = 0x4C30_3066
/// A plane of luma, 16 to 235, and one of interleaved Cb and Cr at half the resolution.
public let kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange: OSType = 0x3432_3076
/// A plane of luma, 0 to 255, and one of interleaved Cb and Cr at half the resolution.
public let kCVPixelFormatType_420YpCbCr8BiPlanarFullRange: OSType = 0x3432_3066
/// Planes of luma, 16 to 235, of Cb and of Cr, the latter two at half the resolution.
public let kCVPixelFormatType_420YpCbCr8Planar: OSType = 0x7934_3230
/// Planes of luma, 0 to 255, of Cb and of Cr, the latter two at half the resolution.
public let kCVPixelFormatType_420YpCbCr8PlanarFullRange: OSType = 0x6634_3230

/// The key of the pixel format: a number, or several in an array.
public let kCVPixelBufferPixelFormatTypeKey: CFString = "PixelFormatType"
/// The key of the width in pixels.
public let kCVPixelBufferWidthKey: CFString = "Width"
/// The key of the height in pixels.
public let kCVPixelBufferHeightKey: CFString = "Height"
/// The key of the number of bytes of which the length of a row is a multiple.
public let kCVPixelBufferBytesPerRowAlignmentKey: CFString = "BytesPerRowAlignment"
/// The key that asks for a buffer that images can be made of; every buffer is one.
public let kCVPixelBufferCGImageCompatibilityKey: CFString = "CGImageCompatibility"
/// The key that asks for a buffer that can be drawn into; every buffer is one.
public let kCVPixelBufferCGBitmapContextCompatibilityKey: CFString = "CGBitmapContextCompatibility"
/// The key that asks for memory shared with the graphics processor; it has no effect.
public let kCVPixelBufferIOSurfacePropertiesKey: CFString = "IOSurfaceProperties"
/// The key that asks for memory that Metal can use; it has no effect.
public let kCVPixelBufferMetalCompatibilityKey: CFString = "MetalCompatibility"

/// How the pixels of a format lie in memory.
struct PixelLayout {
    /// One plane: how many bytes a sample has, and how many pixels share one, in each direction.
    struct Plane {
        let bytes: Int
        let shared: Int

        func width(_ width: Int) -> Int { (width + shared - 1) / shared }
        func height(_ height: Int) -> Int { (height + shared - 1) / shared }
        func minimumBytesPerRow(_ width: Int) -> Int { self.width(width) * bytes }
    }

    let planes: [Plane]
    var isPlanar: Bool { planes.count > 1 }

    /// Creates the layout of a format, or returns `nil` if the format is unknown.
    init?(_ format: OSType) {
        func packed(_ bytes: Int) -> [Plane] { [Plane(bytes: bytes, shared: 1)] }
        switch format {
        case kCVPixelFormatType_32BGRA, kCVPixelFormatType_32RGBA, kCVPixelFormatType_32ARGB,
            kCVPixelFormatType_32ABGR, kCVPixelFormatType_OneComponent32Float:
            planes = packed(4)
        case kCVPixelFormatType_24RGB, kCVPixelFormatType_24BGR: planes = packed(3)
        case kCVPixelFormatType_OneComponent8: planes = packed(1)
        case kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange:
            planes = packed(1) + [Plane(bytes: 2, shared: 2)]
        case kCVPixelFormatType_420YpCbCr8Planar, kCVPixelFormatType_420YpCbCr8PlanarFullRange:
            planes = packed(1) + [Plane(bytes: 1, shared: 2), Plane(bytes: 1, shared: 2)]
        default: return nil
        }
    }
}
