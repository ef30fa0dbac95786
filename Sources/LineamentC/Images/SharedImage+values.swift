// SPDX-License-Identifier: Apache-2.0
internal import CLineament
internal import Lineament

/// The implementation of the C functions for each type of values.
extension ImageValue {
    /// Creates an image of packed values and stores its handle.
    static func create(
        _ format: Int32, _ width: Int32, _ height: Int32, _ data: UnsafePointer<Self>?, _ count: Int32,
        _ image: NewHandle?, _ message: ErrorMessage?
    ) -> MpStatus {
        LineamentC.create(image, message) {
            try .make(format: format, width: width, height: height, data: data, count: count)
        }
    }

    /// Stores the address of an image's values.
    static func data(
        _ image: OpaquePointer?, _ data: UnsafeMutablePointer<UnsafePointer<Self>?>?, _ message: ErrorMessage?
    ) -> MpStatus {
        status(message) {
            try required(data, "data").pointee = HandleTable.object(image, SharedImage.self).values()
        }
    }

    /// Stores one value of an image.
    static func value(
        _ image: OpaquePointer?, _ position: UnsafePointer<Int32>?, _ count: Int32,
        _ value: UnsafeMutablePointer<Self>?, _ message: ErrorMessage?
    ) -> MpStatus {
        status(message) {
            try required(value, "value").pointee =
                HandleTable.object(image, SharedImage.self).value(at: position, count: count)
        }
    }
}

extension SharedImage {
    /// Copies packed values into an image.
    /// - Throws: `LineamentError` with code `invalidArgument` if the format, the size or the number of values is wrong.
    static func make<Value: ImageValue>(
        format number: Int32, width: Int32, height: Int32, data: UnsafePointer<Value>?, count: Int32
    ) throws -> SharedImage {
        let known = ImageFormat(rawValue: UInt32(bitPattern: number))
        guard let format = known, format.channelDepth == MemoryLayout<Value>.size else {
            throw LineamentError(
                .invalidArgument,
                "Unsupported image format: \(known?.description ?? "UNKNOWN") "
                    + "(expected \(Value.formats) for \(Value.typeName) data)")
        }
        let data = try required(data, "data")
        try check(width: width, height: height)
        let needed = Int(width) * Int(height) * format.channels
        guard Int(count) >= needed else {
            let depth = MemoryLayout<Value>.size
            throw LineamentError(
                .invalidArgument, "Pixel data size is too small: \(Int(count) * depth) (expected \(needed * depth))")
        }
        return try make(
            format: format, width: Int(width), height: Int(height), data: UnsafeRawPointer(data),
            bytesPerRow: Int(width) * format.channels * format.channelDepth)
    }

    /// Copies rows, which may be padded, into an image.
    static func make(
        format: ImageFormat, width: Int, height: Int, data: UnsafeRawPointer, bytesPerRow: Int
    ) throws -> SharedImage {
        guard let pixelFormat = format.pixelFormat else {
            let values = try ImageValues(copying: data, count: bytesPerRow * height)
            return SharedImage(values, width: width, height: height, format: format)
        }
        return SharedImage(
            try PixelBuffer(
                packing: data, bytesPerRow: bytesPerRow, width: width, height: height, format: pixelFormat),
            rowAlignment: paddedRowAlignment)
    }

    /// Checks the sides of an image.
    static func check(width: Int32, height: Int32) throws {
        let sides = 1...Int32(PixelBuffer.maximumSide)
        guard sides.contains(width), sides.contains(height) else {
            throw LineamentError(
                .invalidArgument,
                "The sides of an image must be 1 to \(PixelBuffer.maximumSide) pixels, not \(width)x\(height).")
        }
    }

    /// Returns the address of the packed values.
    /// - Throws: `LineamentError` with code `invalidArgument` if the values have another size.
    func values<Value: ImageValue>(_ type: Value.Type = Value.self) throws -> UnsafePointer<Value> {
        guard format.channelDepth == MemoryLayout<Value>.size else {
            throw LineamentError(
                .invalidArgument,
                "Unexpected image byte depth: \(format.channelDepth) "
                    + "(expected \(MemoryLayout<Value>.size) for \(Value.typeName) data)")
        }
        return try address().assumingMemoryBound(to: Value.self)
    }

    /// Returns one value.
    /// - Throws: `LineamentError`: `invalidArgument` for a wrong number of indices or type, `outOfRange` beyond the
    ///   image.
    func value<Value: ImageValue>(at position: UnsafePointer<Int32>?, count: Int32) throws -> Value {
        let position = try required(position, "position")
        guard count == 3 || (count == 2 && format.channels == 1) else {
            throw LineamentError(
                .invalidArgument,
                "Invalid index dimension: \(count) (expected 2 or 3)",
                recoverySuggestion: format.channels == 1
                    ? nil : "An image with several channels needs the row, the column and the channel.")
        }
        let values: UnsafePointer<Value> = try values()
        let row = Int(position[0])
        let column = Int(position[1])
        let channel = count == 3 ? Int(position[2]) : 0
        guard 0..<height ~= row, 0..<width ~= column, 0..<format.channels ~= channel else {
            throw LineamentError(
                .outOfRange,
                "Row \(row), column \(column), channel \(channel) is outside a \(width)x\(height) image with "
                    + "\(format.channels) channels.")
        }
        return values[(row * width + column) * format.channels + channel]
    }
}
