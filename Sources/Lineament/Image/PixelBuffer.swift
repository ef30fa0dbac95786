// SPDX-License-Identifier: Apache-2.0

/// An image in memory: size, pixel format and planes. Immutable and safe to use from multiple threads.
///
/// Wrap it in an ``MPImage`` to pass it to a task.
///
/// ```swift
/// let gray = [UInt8](repeating: 128, count: 64 * 48)
/// let buffer = try PixelBuffer(copying: gray, width: 64, height: 48, format: .gray8)
/// let image = try MPImage(pixelBuffer: buffer)
/// ```
public final class PixelBuffer: Sendable {
    /// One plane of an image in memory.
    public struct Plane: @unchecked Sendable {
        // Sound: the memory is only read, and the buffer that owns the plane keeps it valid and unchanged.

        /// The first byte of the first row.
        public let address: UnsafeRawPointer
        /// The distance between the starts of consecutive rows, in bytes.
        public let bytesPerRow: Int

        /// Creates a plane from its address and row length.
        public init(address: UnsafeRawPointer, bytesPerRow: Int) {
            self.address = address
            self.bytesPerRow = bytesPerRow
        }
    }

    /// The largest supported width or height. Sampling coordinates in 1/32 pixel then fit in 32 bits with room to
    /// spare.
    public static let maximumSide = 1 << 20

    /// The width of the image, in pixels.
    public let width: Int
    /// The height of the image, in pixels.
    public let height: Int
    /// The memory layout of the pixels.
    public let format: PixelFormat
    /// The color matrix of formats with chroma planes; ignored for the others.
    public let colorMatrix: ColorMatrix
    /// The ICC profile that says what colors the values stand for; `nil` if there is none, which usually means sRGB. It is
    /// passed on to files and otherwise ignored.
    public let colorProfile: Data?
    /// The rotation that makes the planes upright; ``width`` and ``height`` are those after the rotation.
    package let turn: QuarterTurn
    /// The source of the pixels if the image is decoded on demand; there are no planes then.
    let levels: ScaledImageSource?
    private let planes: [Plane]
    private let memory: Memory

    /// Creates an image over memory that the caller owns; nothing is copied.
    /// - Parameters:
    ///   - planes: One plane for each that `format` has. Each must stay readable and unchanged, for
    ///     `bytesPerRow * (rows - 1) + minimumBytesPerRow` bytes, until `release` is called.
    ///   - width: The width of the image, in pixels.
    ///   - height: The height of the image, in pixels.
    ///   - format: The memory layout of the pixels.
    ///   - colorMatrix: The color matrix, for formats with chroma planes.
    ///   - release: Called once, when the last user of the buffer is gone; not if this initializer throws. Capture the
    ///     owner of the memory here to keep it alive.
    /// - Throws: ``LineamentError`` with code `invalidArgument` if the size, the number of planes or a row length does
    ///   not fit the format.
    public init(
        unowned planes: [Plane], width: Int, height: Int, format: PixelFormat,
        colorMatrix: ColorMatrix = .bt601, release: @escaping @Sendable () -> Void
    ) throws {
        try Self.check(planes: planes.map(\.bytesPerRow), width: width, height: height, format: format)
        self.planes = planes
        self.width = width
        self.height = height
        self.format = format
        self.colorMatrix = colorMatrix
        colorProfile = nil
        turn = .none
        levels = nil
        memory = Memory(release: release)
    }

    /// Creates an image that is decoded on demand, at the resolution that its consumers need.
    package init(_ levels: ScaledImageSource, width: Int, height: Int) throws {
        try Self.check(width: width, height: height)
        self.levels = levels
        self.width = width
        self.height = height
        format = levels.format
        colorMatrix = .bt601
        colorProfile = nil
        turn = .none
        planes = []
        memory = Memory(release: {})
    }

    /// Creates another reference to the pixels of a buffer, rotated when they are read.
    /// - Parameters:
    ///   - other: The buffer.
    ///   - turn: The rotation; `.none` for that of `other`.
    ///   - colorMatrix: The color matrix; `nil` for that of `other`.
    ///   - colorProfile: The color profile; `nil` for that of `other`.
    init(
        sharing other: PixelBuffer, turn: QuarterTurn = .none, colorMatrix: ColorMatrix? = nil,
        colorProfile: Data? = nil
    ) {
        planes = other.planes
        width = turn.swapsSides ? other.height : other.width
        height = turn.swapsSides ? other.width : other.height
        format = other.format
        self.colorMatrix = colorMatrix ?? other.colorMatrix
        self.colorProfile = colorProfile ?? other.colorProfile
        self.turn = turn == .none ? other.turn : turn
        levels = other.levels
        memory = other.memory
    }

    /// Returns the same pixels with a rotation applied when they are read; nothing is copied. Only for formats with
    /// chroma planes, as video has.
    /// - Throws: ``LineamentError`` with code `unimplemented` for other formats, or if the buffer is already rotated.
    package func turned(_ turn: QuarterTurn) throws -> PixelBuffer {
        guard format.planeCount > 1, self.turn == .none else {
            throw LineamentError(.unimplemented, "An image of format \(format) cannot be rotated in place.")
        }
        return PixelBuffer(sharing: self, turn: turn)
    }

    /// Returns the same pixels with a color profile, which must be one for their channels; nothing is copied.
    /// - Parameter profile: The ICC profile; `nil` to keep the present one.
    public func withColorProfile(_ profile: Data?) -> PixelBuffer {
        profile.map { PixelBuffer(sharing: self, colorProfile: $0) } ?? self
    }

    /// Returns the same pixels with another color matrix; nothing is copied.
    package func withColorMatrix(_ matrix: ColorMatrix) -> PixelBuffer {
        matrix == colorMatrix ? self : PixelBuffer(sharing: self, colorMatrix: matrix)
    }

    /// Creates an image by copying `bytes`, which contain its planes one after the other.
    /// - Parameters:
    ///   - bytes: The pixels; extra bytes at the end are ignored.
    ///   - width: The width of the image, in pixels.
    ///   - height: The height of the image, in pixels.
    ///   - format: The memory layout of the pixels.
    ///   - bytesPerRow: The row length of each plane, in bytes; `nil` for rows without padding.
    ///   - colorMatrix: The color matrix, for formats with chroma planes.
    /// - Throws: ``LineamentError`` with code `invalidArgument` if there are too few bytes or a size does not fit the
    ///   format.
    public convenience init(
        copying bytes: some Collection<UInt8>, width: Int, height: Int, format: PixelFormat,
        bytesPerRow: [Int]? = nil, colorMatrix: ColorMatrix = .bt601
    ) throws {
        try Self.check(width: width, height: height)
        let rowLengths =
            bytesPerRow ?? (0..<format.planeCount).map { format.minimumBytesPerRow(plane: $0, width: width) }
        try Self.check(planes: rowLengths, width: width, height: height, format: format)
        var starts: [Int] = []
        var needed = 0
        for (plane, length) in rowLengths.enumerated() {
            starts.append(needed)
            let isLast = plane == rowLengths.count - 1
            let rows = format.rows(plane: plane, height: height)
            needed += length * (isLast ? rows - 1 : rows)
            if isLast { needed += format.minimumBytesPerRow(plane: plane, width: width) }
        }
        guard bytes.count >= needed else {
            throw LineamentError(
                .invalidArgument,
                "A \(width)x\(height) image of format \(format) needs \(needed) bytes, not \(bytes.count).")
        }
        let memory = try PixelMemory.allocate(needed)
        UnsafeMutableRawBufferPointer(start: memory, count: needed).copyBytes(from: bytes.prefix(needed))
        let start = UInt(bitPattern: memory)
        let planes = zip(starts, rowLengths).compactMap { offset, length in
            UnsafeRawPointer(bitPattern: start + UInt(offset)).map { Plane(address: $0, bytesPerRow: length) }
        }
        try self.init(
            unowned: planes, width: width, height: height, format: format, colorMatrix: colorMatrix
        ) {
            UnsafeMutableRawPointer(bitPattern: start)?.deallocate()
        }
    }

    /// Calls `body` with the planes, upright and ``width`` by ``height`` pixels large, which stay valid during the call.
    /// Those of a video that is stored rotated are copied for it.
    /// - Throws: The error of `body`; ``LineamentError`` with code `resourceExhausted` if there is not enough memory
    ///   for the copy, or for all pixels of an image that was decoded with `.scaled`.
    public func withPlanes<Result>(_ body: ([Plane]) throws -> Result) throws -> Result {
        try whole().storedUpright().withStoredPlanes(body)
    }

    /// Calls `body` with the planes of an image that is in memory, as they are before ``turn``.
    /// - Precondition: The image is not decoded on demand.
    package func withStoredPlanes<Result>(_ body: ([Plane]) throws -> Result) rethrows -> Result {
        precondition(levels == nil)
        return try withExtendedLifetime(memory) { try body(planes) }
    }

    private static func check(width: Int, height: Int) throws {
        guard (1...maximumSide).contains(width), (1...maximumSide).contains(height) else {
            throw LineamentError(
                .invalidArgument,
                "The sides of an image must be 1 to \(maximumSide) pixels, not \(width)x\(height).")
        }
    }

    private static func check(planes rowLengths: [Int], width: Int, height: Int, format: PixelFormat) throws {
        try check(width: width, height: height)
        guard rowLengths.count == format.planeCount else {
            throw LineamentError(
                .invalidArgument, "Format \(format) has \(format.planeCount) planes, not \(rowLengths.count).")
        }
        for (plane, length) in rowLengths.enumerated() {
            let minimum = format.minimumBytesPerRow(plane: plane, width: width)
            guard length >= minimum, length <= Int.max / maximumSide / 4 else {
                throw LineamentError(
                    .invalidArgument,
                    "Plane \(plane) of an image of format \(format), \(width) pixels wide, needs rows of at least "
                        + "\(minimum) bytes, not \(length).")
            }
        }
    }
}

/// Calls its closure when the last reference to it is released.
private final class Memory: Sendable {
    private let release: @Sendable () -> Void

    init(release: @escaping @Sendable () -> Void) { self.release = release }
    deinit { release() }
}
