// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Lineament
internal import Synchronization

/// An image that C code holds: pixels that tasks can read, a mask, or values that are only stored.
final class SharedImage: Handled {
    static let handleName = "image"

    /// The pixels or values.
    enum Contents: Sendable {
        case pixels(PixelBuffer)
        case mask(Mask)
        case values(ImageValues)
    }

    /// When the frame of a video is shown: in seconds since the first one, and by the clock of its container.
    typealias Moment = (time: Double, container: ContainerMoment?)

    let contents: Contents
    /// When the image is shown; `nil` unless it is a frame of a video that was opened here.
    let moment: Moment?
    let width: Int
    let height: Int
    let format: ImageFormat
    /// The alignment of MediaPipe's rows, in bytes.
    private let rowAlignment: Int
    /// The pixels as C code reads them, converted on first use if they are stored otherwise.
    private let packed = Mutex<PixelBuffer?>(nil)

    /// The alignment of rows in MediaPipe, except in images from files.
    static let paddedRowAlignment = 16

    var isUsable: Bool { true }

    /// - Parameters:
    ///   - rowAlignment: The number of which the length of rows is a multiple in MediaPipe, in bytes.
    ///   - moment: When the frame of a video is shown.
    init(_ pixels: PixelBuffer, rowAlignment: Int = 1, moment: Moment? = nil) {
        self.rowAlignment = rowAlignment
        self.moment = moment
        contents = .pixels(pixels)
        width = pixels.width
        height = pixels.height
        format = ImageFormat(pixels.format)
    }

    init(_ mask: Mask) {
        rowAlignment = Self.paddedRowAlignment
        moment = nil
        contents = .mask(mask)
        width = mask.width
        height = mask.height
        format = .vec32F1
    }

    init(_ values: ImageValues, width: Int, height: Int, format: ImageFormat) {
        rowAlignment = Self.paddedRowAlignment
        moment = nil
        contents = .values(values)
        self.width = width
        self.height = height
        self.format = format
    }

    /// The distance between rows in MediaPipe, in bytes. The values themselves are handed out without padding, as
    /// MediaPipe does, too.
    var widthStep: Int { (rowLength + rowAlignment - 1) / rowAlignment * rowAlignment }

    /// Whether rows are not padded in MediaPipe.
    var isContiguous: Bool { widthStep == rowLength }

    /// The number of bytes of a row without padding.
    private var rowLength: Int { width * format.channels * format.channelDepth }

    /// Returns the image for a task.
    /// - Parameter rotationDegrees: The clockwise rotation that makes the image upright, a multiple of 90 degrees.
    /// - Throws: `LineamentError` with code `invalidArgument` if tasks cannot read the format.
    func taskImage(rotationDegrees: Int) throws -> MPImage {
        guard case .pixels(let pixels) = contents else {
            throw LineamentError(
                .invalidArgument,
                "Unsupported format: \(format). Tasks take 8-bit images: GRAY8, SRGB, SRGBA or SBGRA.")
        }
        return MPImage(
            pixelBuffer: pixels, orientation: try ImageOrientation(rotationDegrees: rotationDegrees),
            rotationDegrees: rotationDegrees)
    }

    /// Returns the first byte of the packed pixels, which stay valid as long as the image.
    func address() throws -> UnsafeRawPointer {
        switch contents {
        case .values(let values): return UnsafeRawPointer(values.address)
        case .mask(let mask):
            return try required(mask.withUnsafeFloats { $0.baseAddress.map { UnsafeRawPointer($0) } }, "mask")
        case .pixels(let pixels):
            let packed = try packed.withLock { packed in
                if let packed { return packed }
                let made = try pixels.packed()
                packed = made
                return made
            }
            return try packed.withPlanes { $0[0].address }
        }
    }
}

/// Returns the image of a handle for a task.
/// - Parameter rotationDegrees: The clockwise rotation that makes it upright, a multiple of 90 degrees.
/// - Throws: `LineamentError` with code `invalidArgument` if there is no such image, or tasks cannot read it.
func taskImage(of handle: OpaquePointer?, rotationDegrees: Int32 = 0) throws -> MPImage {
    try HandleTable.object(handle, SharedImage.self).taskImage(rotationDegrees: Int(rotationDegrees))
}

/// Memory for values that tasks cannot read: 16-bit and floating-point images.
final class ImageValues: @unchecked Sendable {
    // Sound: the memory is written by the initializer only.

    let address: UnsafeMutablePointer<UInt8>

    /// Copies `count` bytes.
    init(copying source: UnsafeRawPointer, count: Int) throws {
        address = try PixelMemory.allocate(count)
        memcpy(address, source, count)
    }

    deinit { address.deallocate() }
}

extension PixelBuffer {
    /// Returns the image as packed pixels without row padding; itself if it is stored like that.
    func packed() throws -> PixelBuffer {
        let rgb = try convertedToRGB()
        let rowLength = rgb.format.minimumBytesPerRow(plane: 0, width: rgb.width)
        return try rgb.withPlanes { planes in
            guard planes[0].bytesPerRow != rowLength else { return rgb }
            return try PixelBuffer(
                packing: planes[0].address, bytesPerRow: planes[0].bytesPerRow, width: rgb.width, height: rgb.height,
                format: rgb.format)
        }
    }

    /// Creates a packed image from a copy of rows that may be padded.
    convenience init(
        packing source: UnsafeRawPointer, bytesPerRow: Int, width: Int, height: Int, format: PixelFormat
    ) throws {
        let rowLength = format.minimumBytesPerRow(plane: 0, width: width)
        let memory = try PixelMemory.allocate(rowLength * height)
        if bytesPerRow == rowLength {
            memcpy(memory, source, rowLength * height)
        } else {
            for row in 0..<height { memcpy(memory + row * rowLength, source + row * bytesPerRow, rowLength) }
        }
        try self.init(owning: memory, width: width, height: height, format: format) { $0.deallocate() }
    }
}

extension ImageOrientation {
    /// Creates the orientation of an image that a clockwise rotation makes upright.
    /// - Throws: `LineamentError` with code `invalidArgument` if it is not a multiple of 90 degrees.
    init(rotationDegrees: Int) throws {
        guard rotationDegrees % 90 == 0 else {
            throw LineamentError(
                .invalidArgument, "Expected rotation to be a multiple of 90°.",
                recoverySuggestion: "It is \(rotationDegrees).")
        }
        let quarters = (rotationDegrees / 90 % 4 + 4) % 4
        self = [.up, .right, .down, .left][quarters]
    }
}
