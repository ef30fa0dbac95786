// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Lineament
internal import LineamentImages

/// The head of a binary message of a live session: 32 bytes, little-endian, in front of the pixels.
///
/// `docs/live.md` has the table. Reserved bytes must be 0, so that later versions can give them a meaning.
struct LiveFrameHead: Sendable, Hashable {
    /// The number of bytes.
    static let size = 32
    /// The version of the header that this program understands.
    static let version: UInt8 = 1

    /// The bytes after the header.
    enum Content: UInt8, Sendable {
        /// An image file: JPEG, PNG, WebP or another that the image decoder knows.
        case file = 0
        case i420 = 1
        case nv12 = 2
        case rgba = 3
        case bgra = 4
    }

    var content: Content
    var colorMatrix: ColorMatrix
    var isFullRange: Bool
    var turn: QuarterTurn
    /// The size of the pixels that follow, before the turn; 0 for files.
    var width: Int
    var height: Int
    /// The time, in milliseconds.
    var timestamp: Int

    /// Reads the header of a message.
    /// - Throws: ``LineamentError`` with code `invalidArgument` that names the field.
    init(_ message: some Collection<UInt8>) throws {
        guard message.first == Self.version || !ImageDecoder.recognizes(Data(message.prefix(Self.size))) else {
            throw LineamentError(
                .invalidArgument,
                "The message is an image without a header. Put the \(Self.size) bytes of docs/live.md before it: for a file, the "
                    + "version \(Self.version), then zeros, with the time at offset 16.")
        }
        let bytes = Array(message.prefix(Self.size))
        guard bytes.count == Self.size else {
            throw LineamentError(
                .invalidArgument, "A frame begins with a header of \(Self.size) bytes; the message has \(bytes.count).")
        }
        func value(at offset: Int, bytes count: Int) -> UInt64 {
            bytes[offset..<offset + count].reversed().reduce(0) { $0 << 8 | UInt64($1) }
        }
        func field<Value>(_ name: String, at offset: Int, bytes count: Int, _ make: (UInt64) -> Value?) throws -> Value
        {
            let number = value(at: offset, bytes: count)
            guard let made = make(number) else {
                throw LineamentError(.invalidArgument, "The header's \(name) (offset \(offset)) cannot be \(number).")
            }
            return made
        }
        _ = try field("version", at: 0, bytes: 1) { $0 == Self.version ? $0 : nil }
        content = try field("format", at: 1, bytes: 1) { Content(rawValue: UInt8($0)) }
        colorMatrix = try field("color matrix", at: 2, bytes: 1) { [.bt601, .bt601, .bt709].element(at: Int($0)) }
        isFullRange = try field("color range", at: 3, bytes: 1) { [false, true].element(at: Int($0)) }
        turn = try field("rotation", at: 4, bytes: 2) {
            [0: .none, 90: .clockwise, 180: .half, 270: .counterclockwise][$0]
        }
        _ = try field("reserved bytes", at: 6, bytes: 2) { $0 == 0 ? $0 : nil }
        _ = try field("reserved bytes", at: 24, bytes: 8) { $0 == 0 ? $0 : nil }
        let hasSize = content != .file
        let sides: ClosedRange<UInt64> = hasSize ? 1...UInt64(PixelBuffer.maximumSide) : 0...0
        width = try field("width", at: 8, bytes: 4) { sides.contains($0) ? Int($0) : nil }
        height = try field("height", at: 12, bytes: 4) { sides.contains($0) ? Int($0) : nil }
        timestamp = Int(Int64(bitPattern: value(at: 16, bytes: 8)))
    }

    /// The memory layout of the pixels; `nil` for files.
    private var format: PixelFormat? {
        switch content {
        case .file: nil
        case .i420: isFullRange ? .i420FullRange : .i420
        case .nv12: isFullRange ? .nv12FullRange : .nv12VideoRange
        case .rgba: .rgba8
        case .bgra: .bgra8
        }
    }

    /// Returns the upright image of a message that begins with this head.
    /// - Parameters:
    ///   - message: The head and what follows it.
    ///   - decoder: Decodes files, and limits the size of all frames.
    /// - Throws: ``LineamentError`` with code `invalidArgument` if the number of bytes does not fit, `resourceExhausted`
    ///   if there are too many pixels, `dataLoss` if a file is damaged.
    func image(in message: some Collection<UInt8>, decoder: ImageDecoder) throws -> PixelBuffer {
        let content = message.dropFirst(Self.size)
        guard let format else {
            return try decoder.decode(Data(content), name: "The frame").upright(from: turn.orientation)
        }
        guard width * height <= decoder.maxPixels else {
            throw LineamentError(
                .resourceExhausted, "A frame of \(width)x\(height) has more than \(decoder.maxPixels) pixels.")
        }
        let needed = (0..<format.planeCount).reduce(0) { sum, plane in
            sum + format.minimumBytesPerRow(plane: plane, width: width) * format.rows(plane: plane, height: height)
        }
        guard content.count == needed else {
            throw LineamentError(
                .invalidArgument,
                "A \(width)x\(height) frame of this format has \(needed) bytes after the header, not \(content.count).")
        }
        let pixels = try PixelBuffer(
            copying: content, width: width, height: height, format: format, colorMatrix: colorMatrix)
        guard turn != .none else { return pixels }
        return format.planeCount > 1 ? try pixels.turned(turn) : try pixels.upright(from: turn.orientation)
    }
}
