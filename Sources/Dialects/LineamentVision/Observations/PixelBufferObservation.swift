// SPDX-License-Identifier: Apache-2.0
public import Foundation

#if STAND_INS
    public import LineamentAppleTypes
#elseif canImport(CoreVideo)
    public import CoreGraphics
    public import CoreVideo
#endif

/// An image that a request made, such as the mask of the people.
public struct PixelBufferObservation: VisionObservation, @unchecked Sendable {
    // Sound: the buffer is not written to after its creation.

    /// The unique identifier of the observation.
    public let uuid: UUID
    /// Always 1, because the pixels themselves tell how sure the model is.
    public let confidence: Float
    /// The request that produced the observation.
    public let originatingRequestDescriptor: RequestDescriptor?
    /// The pixels. Treat them as read-only: all copies of the observation share them.
    public let pixelBuffer: CVPixelBuffer

    /// The four-character code of the pixel format.
    public var pixelFormat: OSType { CVPixelBufferGetPixelFormatType(pixelBuffer) }
    /// The width and height in pixels.
    public var size: CGSize {
        CGSize(width: CVPixelBufferGetWidth(pixelBuffer), height: CVPixelBufferGetHeight(pixelBuffer))
    }

    /// The pixels as a gray image.
    /// - Throws: ``VisionError`` if it cannot be created.
    public var cgImage: CGImage { get throws { try MaskBuffer.image(of: pixelBuffer) } }

    /// Returns the value of the pixel at a point of the image, 0 to 1; points outside have the value of the nearest
    /// pixel.
    public func pixel(at point: NormalizedPoint) -> Float {
        let width = CVPixelBufferGetWidth(pixelBuffer)
        let height = CVPixelBufferGetHeight(pixelBuffer)
        func index(_ fraction: CGFloat, _ count: Int) -> Int {
            Int(max(0, min(CGFloat(count - 1), (fraction * CGFloat(count)).rounded(.down))))
        }
        let column = index(point.x, width)
        let row = index(1 - point.y, height)
        return (try? MaskBuffer.value(of: pixelBuffer, column: column, row: row)) ?? 0
    }

    /// Calls `body` with the address of the first row; consecutive rows are `CVPixelBufferGetBytesPerRow(pixelBuffer)`
    /// bytes apart.
    public func withUnsafePointer<Result>(_ body: (UnsafeRawPointer) -> Result) -> Result {
        CVPixelBufferLockBaseAddress(pixelBuffer, .readOnly)
        defer { CVPixelBufferUnlockBaseAddress(pixelBuffer, .readOnly) }
        guard let base = CVPixelBufferGetBaseAddress(pixelBuffer) else {
            preconditionFailure("The observation's pixel buffer has no memory.")
        }
        return body(UnsafeRawPointer(base))
    }

    /// A description with identifier and size.
    public var description: String {
        "PixelBufferObservation \(uuid), \(Int(size.width))×\(Int(size.height)) pixels"
    }

    init(_ pixelBuffer: CVPixelBuffer, from descriptor: RequestDescriptor?) {
        uuid = UUID()
        confidence = 1
        originatingRequestDescriptor = descriptor
        self.pixelBuffer = pixelBuffer
    }
}

extension PixelBufferObservation: Hashable {
    /// Returns whether both are the same observation.
    public static func == (left: PixelBufferObservation, right: PixelBufferObservation) -> Bool {
        left.uuid == right.uuid
    }

    /// Hashes the identifier.
    public func hash(into hasher: inout Hasher) { hasher.combine(uuid) }
}

extension PixelBufferObservation: Codable {
    private enum Key: CodingKey {
        case uuid, confidence, originatingRequestDescriptor, width, height, pixelFormat, pixels
    }

    /// Decodes an observation with its pixels.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        uuid = try values.decode(UUID.self, forKey: .uuid)
        confidence = try values.decode(Float.self, forKey: .confidence)
        originatingRequestDescriptor = try values.decodeIfPresent(
            RequestDescriptor.self, forKey: .originatingRequestDescriptor)
        let width = try values.decode(Int.self, forKey: .width)
        let height = try values.decode(Int.self, forKey: .height)
        let format = try values.decode(OSType.self, forKey: .pixelFormat)
        let pixels = try values.decode(Data.self, forKey: .pixels)
        // Sides longer than the data would overflow.
        guard width > 0, height > 0, max(width, height) <= pixels.count, pixels.count % height == 0,
            pixels.count / height == width * (format == kCVPixelFormatType_OneComponent32Float ? 4 : 1)
        else {
            throw DecodingError.dataCorruptedError(
                forKey: .pixels, in: values, debugDescription: "The number of pixels does not fit the size.")
        }
        let rowLength = pixels.count / height
        pixelBuffer = try MaskBuffer.buffer(width: width, height: height, format: format) { row, target in
            let start = pixels.startIndex + row * rowLength
            let memory = UnsafeMutableRawBufferPointer(start: target, count: rowLength)
            pixels.copyBytes(to: memory, from: start..<start + rowLength)
        }
    }

    /// Encodes the observation with its pixels.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(uuid, forKey: .uuid)
        try values.encode(confidence, forKey: .confidence)
        try values.encodeIfPresent(originatingRequestDescriptor, forKey: .originatingRequestDescriptor)
        try values.encode(CVPixelBufferGetWidth(pixelBuffer), forKey: .width)
        try values.encode(CVPixelBufferGetHeight(pixelBuffer), forKey: .height)
        try values.encode(pixelFormat, forKey: .pixelFormat)
        try values.encode(MaskBuffer.bytes(of: pixelBuffer), forKey: .pixels)
    }
}
