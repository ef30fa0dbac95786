// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// SPDX-License-Identifier: Apache-2.0
@_exported import CoreGraphics

public typealias OSType = UInt32
public typealias CVReturn = Int32

public class CVBuffer {
    init() {}
}

public typealias CVImageBuffer = CVBuffer
public typealias CVPixelBuffer = CVImageBuffer

public typealias CFString = NSString
public typealias CFTypeRef = AnyObject

public enum CVAttachmentMode: UInt32, Sendable {
    case shouldNotPropagate, shouldPropagate
}

public var kCVImageBufferYCbCrMatrixKey: CFString { fatalError() }
public var kCVImageBufferYCbCrMatrix_ITU_R_601_4: CFString { fatalError() }
public var kCVImageBufferYCbCrMatrix_ITU_R_709_2: CFString { fatalError() }
public var kCVImageBufferYCbCrMatrix_ITU_R_2020: CFString { fatalError() }

public func CVBufferCopyAttachment(
    _ buffer: CVBuffer, _ key: CFString, _ attachmentMode: UnsafeMutablePointer<CVAttachmentMode>?
) -> CFTypeRef? { fatalError() }

public struct CVPixelBufferLockFlags: OptionSet, Sendable {
    public let rawValue: UInt64
    public init(rawValue: UInt64) { self.rawValue = rawValue }
    public static var readOnly: CVPixelBufferLockFlags { CVPixelBufferLockFlags(rawValue: 1) }
}

public var kCVPixelFormatType_32BGRA: OSType { fatalError() }
public var kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange: OSType { fatalError() }
public var kCVPixelFormatType_420YpCbCr8BiPlanarFullRange: OSType { fatalError() }

public var kCVPixelFormatType_OneComponent8: OSType { fatalError() }
public var kCVPixelFormatType_24RGB: OSType { fatalError() }
public var kCVPixelFormatType_32RGBA: OSType { fatalError() }
public var kCVPixelFormatType_420YpCbCr8Planar: OSType { fatalError() }
public var kCVPixelFormatType_420YpCbCr8PlanarFullRange: OSType { fatalError() }

public func CVPixelBufferGetPixelFormatType(_ buffer: CVPixelBuffer) -> OSType { fatalError() }
public func CVPixelBufferGetWidth(_ buffer: CVPixelBuffer) -> Int { fatalError() }
public func CVPixelBufferGetHeight(_ buffer: CVPixelBuffer) -> Int { fatalError() }
public func CVPixelBufferIsPlanar(_ buffer: CVPixelBuffer) -> Bool { fatalError() }
public func CVPixelBufferGetPlaneCount(_ buffer: CVPixelBuffer) -> Int { fatalError() }
public func CVPixelBufferGetBaseAddress(_ buffer: CVPixelBuffer) -> UnsafeMutableRawPointer? { fatalError() }
public func CVPixelBufferGetBaseAddressOfPlane(_ buffer: CVPixelBuffer, _ plane: Int) -> UnsafeMutableRawPointer? {
    fatalError()
}
public func CVPixelBufferGetBytesPerRow(_ buffer: CVPixelBuffer) -> Int { fatalError() }
public func CVPixelBufferGetBytesPerRowOfPlane(_ buffer: CVPixelBuffer, _ plane: Int) -> Int { fatalError() }

@discardableResult
public func CVPixelBufferLockBaseAddress(_ buffer: CVPixelBuffer, _ flags: CVPixelBufferLockFlags) -> CVReturn {
    fatalError()
}
@discardableResult
public func CVPixelBufferUnlockBaseAddress(_ buffer: CVPixelBuffer, _ flags: CVPixelBufferLockFlags) -> CVReturn {
    fatalError()
}

public var kCVPixelFormatType_OneComponent32Float: OSType { fatalError() }
public var kCVReturnSuccess: CVReturn { fatalError() }

public func CVPixelBufferCreate(
    _ allocator: AnyObject?, _ width: Int, _ height: Int, _ format: OSType, _ attributes: AnyObject?,
    _ buffer: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn { fatalError() }
