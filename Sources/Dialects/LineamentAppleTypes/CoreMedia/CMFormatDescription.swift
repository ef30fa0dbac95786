// SPDX-License-Identifier: Apache-2.0

/// A kind of media, as four letters in a number.
public typealias CMMediaType = FourCharCode
/// Four letters in a number.
public typealias FourCharCode = UInt32
/// Media of images.
public let kCMMediaType_Video: CMMediaType = 0x7669_6465
/// Audio media.
public let kCMMediaType_Audio: CMMediaType = 0x736F_756E

/// The arrangement of a frame's pixels, as a number.
public typealias CMPixelFormatType = FourCharCode
/// Core Media's name for `kCVPixelFormatType_32BGRA`.
public let kCMPixelFormat_32BGRA: CMPixelFormatType = kCVPixelFormatType_32BGRA
/// Core Media's name for `kCVPixelFormatType_32ARGB`.
public let kCMPixelFormat_32ARGB: CMPixelFormatType = kCVPixelFormatType_32ARGB
/// Core Media's name for `kCVPixelFormatType_24RGB`.
public let kCMPixelFormat_24RGB: CMPixelFormatType = kCVPixelFormatType_24RGB

/// The size of frames, in pixels.
public struct CMVideoDimensions: Sendable, Hashable {
    /// The width in pixels.
    public var width: Int32
    /// The height in pixels.
    public var height: Int32

    /// Creates a size.
    public init(width: Int32 = 0, height: Int32 = 0) {
        self.width = width
        self.height = height
    }
}

/// The format of the frames of a sample or track.
public final class CMFormatDescription: Sendable, Hashable {
    /// The size of the frames, in pixels.
    public let dimensions: CMVideoDimensions
    let mediaType: CMMediaType
    let mediaSubType: FourCharCode

    /// Creates the description of frames.
    package init(mediaSubType: FourCharCode, dimensions: CMVideoDimensions) {
        mediaType = kCMMediaType_Video
        self.mediaSubType = mediaSubType
        self.dimensions = dimensions
    }

    /// Creates the description of the frames that a buffer is one of.
    public convenience init(imageBuffer: CVImageBuffer) {
        self.init(
            mediaSubType: imageBuffer.format,
            dimensions: CMVideoDimensions(width: Int32(imageBuffer.width), height: Int32(imageBuffer.height)))
    }

    /// Returns whether two descriptions say the same.
    public static func == (first: CMFormatDescription, second: CMFormatDescription) -> Bool {
        first.mediaType == second.mediaType && first.mediaSubType == second.mediaSubType
            && first.dimensions == second.dimensions
    }

    /// Feeds what the description says into `hasher`.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(mediaType)
        hasher.combine(mediaSubType)
        hasher.combine(dimensions)
    }
}

/// The description of frames.
public typealias CMVideoFormatDescription = CMFormatDescription

/// Makes the description of the frames that a buffer is one of.
/// - Returns: 0, always.
@discardableResult
public func CMVideoFormatDescriptionCreateForImageBuffer(
    allocator: CFAllocator?, imageBuffer: CVImageBuffer,
    formatDescriptionOut: UnsafeMutablePointer<CMVideoFormatDescription?>
) -> OSStatus {
    formatDescriptionOut.pointee = CMFormatDescription(imageBuffer: imageBuffer)
    return 0
}

/// Returns the size of frames, in pixels.
public func CMVideoFormatDescriptionGetDimensions(_ videoDesc: CMVideoFormatDescription) -> CMVideoDimensions {
    videoDesc.dimensions
}

/// Returns the kind of media, `kCMMediaType_Video`.
public func CMFormatDescriptionGetMediaType(_ desc: CMFormatDescription) -> CMMediaType { desc.mediaType }

/// Returns the pixel format of frames, or the code of their compression.
public func CMFormatDescriptionGetMediaSubType(_ desc: CMFormatDescription) -> FourCharCode { desc.mediaSubType }
