// SPDX-License-Identifier: Apache-2.0
internal import Foundation

/// An image in memory, as Core Video holds it: a pixel format, a size in pixels and one to three planes.
///
/// The memory stays at its place for as long as the buffer lives. Two buffers are equal if they are the same object.
public final class CVBuffer: @unchecked Sendable, Hashable, AttachmentBearer {
    // Sound: every property is constant. The pixels themselves are shared, as Apple's are: a caller that writes to them
    // must make sure that no other thread reads them meanwhile.

    let format: OSType
    let width: Int
    let height: Int
    let planes: [(address: UnsafeMutableRawPointer, bytesPerRow: Int)]
    let attachments = Attachments()
    /// The owner of the memory.
    package let owner: (any Sendable)?

    /// Creates a buffer over memory that `owner` keeps alive; nothing is copied.
    /// - Parameters:
    ///   - format: The pixel format, one of `kCVPixelFormatType_…`.
    ///   - width: The width in pixels.
    ///   - height: The height in pixels.
    ///   - planes: The planes of the format, or the one block of a format without planes.
    ///   - owner: The object that keeps the memory alive.
    package init(
        format: OSType, width: Int, height: Int, planes: [(address: UnsafeMutableRawPointer, bytesPerRow: Int)],
        owner: (any Sendable)?
    ) {
        self.format = format
        self.width = width
        self.height = height
        self.planes = planes
        self.owner = owner
    }

    /// Returns whether two buffers are the same object.
    public static func == (first: CVBuffer, second: CVBuffer) -> Bool { first === second }

    /// Feeds the identity of the buffer into `hasher`.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// Core Video's name for a buffer that holds an image.
public typealias CVImageBuffer = CVBuffer
/// Core Video's name for a buffer that holds an image in memory.
public typealias CVPixelBuffer = CVImageBuffer
/// The result of a Core Video function: `kCVReturnSuccess` or an error.
public typealias CVReturn = Int32

/// The call succeeded.
public let kCVReturnSuccess: CVReturn = 0
/// The first number of Core Video's errors.
public let kCVReturnFirst: CVReturn = -6660
/// The call failed for an unknown reason.
public let kCVReturnError: CVReturn = -6660
/// An argument is missing or impossible.
public let kCVReturnInvalidArgument: CVReturn = -6661
/// There is not enough memory.
public let kCVReturnAllocationFailed: CVReturn = -6662
/// The call is not supported.
public let kCVReturnUnsupported: CVReturn = -6663
/// The pixel format is unknown.
public let kCVReturnInvalidPixelFormat: CVReturn = -6680
/// The size is impossible.
public let kCVReturnInvalidSize: CVReturn = -6681
/// The attributes are impossible.
public let kCVReturnInvalidPixelBufferAttributes: CVReturn = -6682
/// The last number of Core Video's errors.
public let kCVReturnLast: CVReturn = -6699

/// How a buffer is locked.
public struct CVPixelBufferLockFlags: OptionSet, Sendable, Hashable {
    /// The flags as bits.
    public let rawValue: UInt64

    /// Creates flags from their bits.
    public init(rawValue: UInt64) { self.rawValue = rawValue }

    /// The pixels are only read until the buffer is unlocked.
    public static let readOnly = CVPixelBufferLockFlags(rawValue: 1)
}

/// Whether an attachment is passed on to buffers made from this one.
public enum CVAttachmentMode: UInt32, Sendable {
    case shouldNotPropagate = 0
    case shouldPropagate = 1
}

/// Attaches `value` to a buffer under `key`, in the place of an earlier one.
public func CVBufferSetAttachment(_ buffer: CVBuffer, _ key: CFString, _ value: Any, _ attachmentMode: CVAttachmentMode)
{
    buffer.attachments[key] = (value, attachmentMode.rawValue)
}

/// Returns the attachment of a buffer under `key`, or `nil`.
public func CVBufferCopyAttachment(
    _ buffer: CVBuffer, _ key: CFString, _ attachmentMode: UnsafeMutablePointer<CVAttachmentMode>?
) -> CFTypeRef? {
    guard let attachment = buffer.attachments[key] else { return nil }
    attachmentMode?.pointee = CVAttachmentMode(rawValue: attachment.mode) ?? .shouldNotPropagate
    return attachment.value as AnyObject
}

/// Removes what is attached to a buffer under `key`.
public func CVBufferRemoveAttachment(_ buffer: CVBuffer, _ key: CFString) { buffer.attachments[key] = nil }

/// Copies the attachments of `sourceBuffer` that are meant to be passed on.
public func CVBufferPropagateAttachments(_ sourceBuffer: CVBuffer, _ destinationBuffer: CVBuffer) {
    sourceBuffer.attachments.propagate(to: destinationBuffer.attachments)
}

/// The key of the attachment that names the color matrix of luma and chroma.
public let kCVImageBufferYCbCrMatrixKey: CFString = "CVImageBufferYCbCrMatrix"
/// The color matrix of ITU-R BT.709.
public let kCVImageBufferYCbCrMatrix_ITU_R_709_2: CFString = "ITU_R_709_2"
/// The color matrix of ITU-R BT.601.
public let kCVImageBufferYCbCrMatrix_ITU_R_601_4: CFString = "ITU_R_601_4"
/// The color matrix of ITU-R BT.2020.
public let kCVImageBufferYCbCrMatrix_ITU_R_2020: CFString = "ITU_R_2020"
