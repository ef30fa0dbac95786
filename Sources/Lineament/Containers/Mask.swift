public import Foundation

/// The element type that a mask was made of.
public enum MaskDataType: UInt, Sendable {
    /// One byte a pixel, 0 to 255.
    case uInt8 = 0
    /// One float a pixel, 0 to 1.
    case float32 = 1
}

/// How surely each pixel belongs to a person, row by row from the upper left, without padding.
///
/// A mask can be read as bytes and as floats, whichever it was made of; the other form is made on first use and kept.
///
/// ```swift
/// let mask = result.segmentationMasks[0]
/// let center = mask.float32Data[mask.height / 2 * mask.width + mask.width / 2]
/// print(center > 0.5 ? "person" : "background")
/// ```
public final class Mask: NSObject, NSCopying, @unchecked Sendable {
    /// Pixels in a row.
    public let width: Int
    /// Rows.
    public let height: Int
    /// What the mask was made of.
    public let dataType: MaskDataType

    private let lock = NSLock()
    private var bytes: Storage<UInt8>?
    private var floats: Storage<Float>?

    /// A mask of `width * height` bytes.
    /// - Parameter shouldCopy: if false the caller keeps the memory alive as long as the mask.
    /// - Returns: nil if a side is below 1.
    public init?(uInt8Data: UnsafePointer<UInt8>, width: Int, height: Int, shouldCopy: Bool) {
        guard let count = Self.count(width, height) else { return nil }
        (self.width, self.height, dataType) = (width, height, .uInt8)
        bytes = Storage(uInt8Data, count: count, copies: shouldCopy)
    }

    /// A mask of `width * height` floats.
    /// - Parameter shouldCopy: if false the caller keeps the memory alive as long as the mask.
    /// - Returns: nil if a side is below 1.
    public init?(float32Data: UnsafePointer<Float>, width: Int, height: Int, shouldCopy: Bool) {
        guard let count = Self.count(width, height) else { return nil }
        (self.width, self.height, dataType) = (width, height, .float32)
        floats = Storage(float32Data, count: count, copies: shouldCopy)
    }

    /// A mask that begins as zeros and is filled by `fill`.
    init(width: Int, height: Int, fill: (UnsafeMutableBufferPointer<Float>) -> Void) {
        (self.width, self.height, dataType) = (width, height, .float32)
        let storage = Storage<Float>(count: width * height)
        fill(storage.mutable)
        floats = storage
    }

    private static func count(_ width: Int, _ height: Int) -> Int? {
        guard width > 0, height > 0 else { return nil }
        let (count, overflows) = width.multipliedReportingOverflow(by: height)
        return overflows ? nil : count
    }

    /// 0 to 255 for each pixel; floats are multiplied by 255 and truncated. Valid while the mask lives.
    public var uint8Data: UnsafePointer<UInt8> {
        lock.withLock {
            if let bytes { return bytes.pointer }
            let made = Storage<UInt8>(count: width * height)
            if let floats {
                for index in 0..<width * height {
                    // What is not a number counts as background.
                    made.mutable[index] = UInt8(max(0, min(255, (floats.pointer[index] * 255).nanAsZero)))
                }
            }
            bytes = made
            return made.pointer
        }
    }

    /// 0 to 1 for each pixel; bytes are divided by 255. Valid while the mask lives.
    public var float32Data: UnsafePointer<Float> {
        lock.withLock {
            if let floats { return floats.pointer }
            let made = Storage<Float>(count: width * height)
            if let bytes {
                for index in 0..<width * height { made.mutable[index] = Float(bytes.pointer[index]) / 255 }
            }
            floats = made
            return made.pointer
        }
    }

    /// A mask with memory of its own.
    public func copy(with zone: NSZone? = nil) -> Any {
        let copy =
            switch dataType {
            case .uInt8: Mask(uInt8Data: uint8Data, width: width, height: height, shouldCopy: true)
            case .float32: Mask(float32Data: float32Data, width: width, height: height, shouldCopy: true)
            }
        return copy ?? self
    }
}

/// Elements of a mask: memory of its own, or somebody else's.
private final class Storage<Element: BitwiseCopyable & ExpressibleByIntegerLiteral> {
    let pointer: UnsafePointer<Element>
    private let owned: UnsafeMutableBufferPointer<Element>?

    /// Zeros.
    init(count: Int) {
        let memory = UnsafeMutableBufferPointer<Element>.allocate(capacity: count)
        memory.initialize(repeating: 0)
        owned = memory
        pointer = UnsafePointer(memory.baseAddress.unsafelyUnwrapped)
    }

    init(_ source: UnsafePointer<Element>, count: Int, copies: Bool) {
        guard copies else {
            (pointer, owned) = (source, nil)
            return
        }
        let memory = UnsafeMutableBufferPointer<Element>.allocate(capacity: count)
        _ = memory.initialize(from: UnsafeBufferPointer(start: source, count: count))
        owned = memory
        pointer = UnsafePointer(memory.baseAddress.unsafelyUnwrapped)
    }

    deinit { owned?.deallocate() }

    /// Empty if the memory is somebody else's.
    var mutable: UnsafeMutableBufferPointer<Element> { owned ?? UnsafeMutableBufferPointer(start: nil, count: 0) }
}

extension Float {
    fileprivate var nanAsZero: Float { isNaN ? 0 : self }
}
