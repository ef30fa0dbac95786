// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// The type of the elements that a mask was created from.
public enum MaskDataType: UInt, Sendable {
    /// One byte per pixel, 0 to 255.
    case uInt8 = 0
    /// One float per pixel, 0 to 1.
    case float32 = 1
}

/// The probability that each pixel belongs to a person.
///
/// A mask can be read as floats and as bytes, whichever it was created from; the other representation is computed on
/// first use and cached.
///
/// ```swift
/// if let mask = pose.segmentationMask, mask[x: mask.width / 2, y: mask.height / 2] > 0.5 {
///     print("the middle of the image shows the person")
/// }
/// ```
public final class Mask: NSObject, NSCopying, @unchecked Sendable {
    // Sound: `bytes` and `floats` are set under `lock` and never change once set.

    /// The number of pixels in a row.
    public let width: Int
    /// The number of rows.
    public let height: Int
    /// The type of the elements that the mask was created from.
    public let dataType: MaskDataType

    private let lock = NSLock()
    private var bytes: Elements<UInt8>?
    private var floats: Elements<Float>?

    /// Creates a mask from `width * height` bytes, row by row from the upper left.
    /// - Parameters:
    ///   - uInt8Data: The bytes.
    ///   - width: The number of pixels in a row.
    ///   - height: The number of rows.
    ///   - shouldCopy: Whether to copy the bytes. If false, the caller must keep the memory valid as long as the mask
    ///     exists.
    /// - Returns: `nil` if a side is less than 1.
    public init?(uInt8Data: UnsafePointer<UInt8>, width: Int, height: Int, shouldCopy: Bool) {
        guard let count = Self.count(width, height) else { return nil }
        self.width = width
        self.height = height
        dataType = .uInt8
        bytes = Elements(uInt8Data, count: count, copies: shouldCopy)
    }

    /// Creates a mask from `width * height` floats, row by row from the upper left.
    /// - Parameters:
    ///   - float32Data: The floats, 0 to 1.
    ///   - width: The number of pixels in a row.
    ///   - height: The number of rows.
    ///   - shouldCopy: Whether to copy the floats. If false, the caller must keep the memory valid as long as the mask
    ///     exists.
    /// - Returns: `nil` if a side is less than 1.
    public init?(float32Data: UnsafePointer<Float>, width: Int, height: Int, shouldCopy: Bool) {
        guard let count = Self.count(width, height) else { return nil }
        self.width = width
        self.height = height
        dataType = .float32
        floats = Elements(float32Data, count: count, copies: shouldCopy)
    }

    /// Creates a mask of zeros for `fill` to overwrite.
    /// - Throws: ``LineamentError`` with code `resourceExhausted` if there is not enough memory.
    init(width: Int, height: Int, fill: (UnsafeMutableBufferPointer<Float>) -> Void) throws {
        let count = width * height
        let bytes = try PixelMemory.allocate(count * MemoryLayout<Float>.stride)
        let memory = UnsafeMutableRawPointer(bytes).bindMemory(to: Float.self, capacity: count)
        self.width = width
        self.height = height
        dataType = .float32
        floats = Elements(owning: UnsafeMutableBufferPointer(start: memory, count: count), fill: fill)
    }

    private static func count(_ width: Int, _ height: Int) -> Int? {
        guard width > 0, height > 0 else { return nil }
        let (count, overflows) = width.multipliedReportingOverflow(by: height)
        return overflows ? nil : count
    }

    /// Returns the confidence of the pixel in column `x` and row `y`, 0 to 1.
    /// - Precondition: The pixel is inside the mask.
    public subscript(x x: Int, y y: Int) -> Float {
        precondition((0..<width).contains(x) && (0..<height).contains(y), "The pixel is outside the mask.")
        return withUnsafeFloats { $0[y * width + x] }
    }

    /// Calls `body` with a float per pixel, 0 to 1, row by row from the upper left; bytes are divided by 255.
    public func withUnsafeFloats<Result>(_ body: (UnsafeBufferPointer<Float>) throws -> Result) rethrows -> Result {
        let elements = floatElements
        return try withExtendedLifetime(elements) { try body(elements.buffer) }
    }

    /// Calls `body` with a byte per pixel, row by row from the upper left; floats are multiplied by 255 and truncated,
    /// and NaN becomes 0.
    public func withUnsafeBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) throws -> Result) rethrows -> Result {
        let elements = byteElements
        return try withExtendedLifetime(elements) { try body(elements.buffer) }
    }

    /// The floats of ``withUnsafeFloats(_:)``. The pointer dangles once the mask is released.
    @available(*, deprecated, message: "Use withUnsafeFloats(_:) or mask[x:y:]: this pointer can outlive the mask.")
    public var float32Data: UnsafePointer<Float> { floatElements.pointer }

    /// The bytes of ``withUnsafeBytes(_:)``. The pointer dangles once the mask is released.
    @available(*, deprecated, message: "Use withUnsafeBytes(_:): this pointer can outlive the mask.")
    public var uint8Data: UnsafePointer<UInt8> { byteElements.pointer }

    private var floatElements: Elements<Float> {
        lock.withLock {
            if let floats { return floats }
            let source = bytes
            let made = Elements<Float>(count: width * height) { target in
                for index in target.indices { target[index] = Float(source?.buffer[index] ?? 0) / 255 }
            }
            floats = made
            return made
        }
    }

    private var byteElements: Elements<UInt8> {
        lock.withLock {
            if let bytes { return bytes }
            let source = floats
            let made = Elements<UInt8>(count: width * height) { target in
                for index in target.indices { target[index] = UInt8(levelOf: source?.buffer[index] ?? 0) }
            }
            bytes = made
            return made
        }
    }

    /// Returns a mask that owns a copy of the elements.
    public func copy(with zone: NSZone? = nil) -> Any {
        let copy =
            switch dataType {
            case .uInt8: Mask(uInt8Data: byteElements.pointer, width: width, height: height, shouldCopy: true)
            case .float32: Mask(float32Data: floatElements.pointer, width: width, height: height, shouldCopy: true)
            }
        return copy ?? self
    }

    /// Returns whether both masks have the same size and confidences.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? Mask, width == other.width, height == other.height else { return false }
        return self === other || withUnsafeFloats { mine in other.withUnsafeFloats { mine.elementsEqual($0) } }
    }

    /// Hashes the size.
    public override var hash: Int {
        var hasher = Hasher()
        hasher.combine(width)
        hasher.combine(height)
        return hasher.finalize()
    }

    /// A summary such as "mask of 640×480 pixels".
    public override var description: String { "mask of \(width)×\(height) pixels" }
}

/// The elements of a mask, in memory that is owned or borrowed.
private final class Elements<Element: BitwiseCopyable & ExpressibleByIntegerLiteral> {
    let buffer: UnsafeBufferPointer<Element>
    private let owned: UnsafeMutableBufferPointer<Element>?

    var pointer: UnsafePointer<Element> { buffer.baseAddress.unsafelyUnwrapped }

    /// Allocates zeros for `fill` to overwrite.
    convenience init(count: Int, fill: (UnsafeMutableBufferPointer<Element>) -> Void) {
        self.init(owning: .allocate(capacity: count), fill: fill)
    }

    /// Takes memory, sets it to zeros and lets `fill` overwrite them.
    init(owning memory: UnsafeMutableBufferPointer<Element>, fill: (UnsafeMutableBufferPointer<Element>) -> Void) {
        memory.initialize(repeating: 0)
        fill(memory)
        owned = memory
        buffer = UnsafeBufferPointer(memory)
    }

    /// Copies or borrows `count` elements.
    init(_ source: UnsafePointer<Element>, count: Int, copies: Bool) {
        let given = UnsafeBufferPointer(start: source, count: count)
        guard copies else {
            buffer = given
            owned = nil
            return
        }
        let memory = UnsafeMutableBufferPointer<Element>.allocate(capacity: count)
        _ = memory.initialize(from: given)
        owned = memory
        buffer = UnsafeBufferPointer(memory)
    }

    deinit { owned?.deallocate() }
}

extension UInt8 {
    /// Converts a confidence from 0 to 1 to a level from 0 to 255, truncated; NaN becomes 0.
    fileprivate init(levelOf confidence: Float) {
        self = confidence.isNaN ? 0 : UInt8(Swift.max(0, Swift.min(255, confidence * 255)))
    }
}
