// SPDX-License-Identifier: Apache-2.0
internal import CLineament
internal import Foundation
internal import Lineament

/// The rows of a batch: bytes of image files, or paths.
struct ArrowInput: @unchecked Sendable {
    // Sound: the memory is only read, and its owner keeps it until the batch is done.

    /// A row.
    enum Item {
        case bytes(Data)
        case path(String)
        case missing
        /// A row that cannot be read, and why.
        case invalid(String)
    }

    let count: Int
    private let offset: Int
    private let isText: Bool
    private let isLarge: Bool
    private let validity: UnsafeRawPointer?
    private let offsets: UnsafeRawPointer
    private let bytes: UnsafeRawPointer?

    /// Checks an array.
    /// - Throws: `LineamentError` with code `invalidArgument` if it is not one of binary or text.
    init(_ schema: UnsafePointer<ArrowSchema>?, _ array: UnsafePointer<ArrowArray>?) throws {
        let schema = try required(schema, "input_schema").pointee
        let array = try required(array, "input").pointee
        guard schema.release != nil, array.release != nil else {
            throw LineamentError(.invalidArgument, "The input has been released.")
        }
        let format = schema.format.map { String(cString: $0) } ?? ""
        guard ["z", "Z", "u", "U"].contains(format) else {
            throw LineamentError(
                .invalidArgument,
                "The input must be an array of binary (the bytes of images) or of text (paths), not of Arrow's type "
                    + "\"\(format)\".")
        }
        let rows = 0...Int64(Int32.max)
        guard array.n_buffers == 3, rows.contains(array.length), rows.contains(array.offset) else {
            throw LineamentError(
                .invalidArgument,
                "The input is not a valid array: \(array.length) rows from row \(array.offset) in \(array.n_buffers) "
                    + "buffers.")
        }
        isText = format.lowercased() == "u"
        isLarge = format.uppercased() == format
        count = Int(array.length)
        offset = Int(array.offset)
        let buffers = try required(array.buffers, "buffers")
        validity = array.null_count == 0 ? nil : buffers[0]
        bytes = buffers[2]
        if count > 0 {
            offsets = try required(buffers[1], "buffers[1]")
        } else {
            offsets = UnsafeRawPointer(buffers)
        }
    }

    /// Returns a row.
    func item(_ row: Int) -> Item {
        let index = row + offset
        if let validity, validity.load(fromByteOffset: index / 8, as: UInt8.self) >> (index % 8) & 1 == 0 {
            return .missing
        }
        let start = position(index)
        let end = position(index + 1)
        guard 0 <= start, start <= end, bytes != nil || start == end else {
            return .invalid(
                "The input's offsets are invalid: they are negative or decreasing, or there is no data buffer.")
        }
        let data = UnsafeRawBufferPointer(start: bytes.map { $0 + start }, count: end - start)
        if isText { return Self.path(data) }
        return .bytes((try? Data(borrowing: data.baseAddress, count: data.count)) ?? Data())
    }

    /// Returns a path, unless it would name another file than its bytes do: repaired, or only up to a null character.
    private static func path(_ bytes: UnsafeRawBufferPointer) -> Item {
        guard let path = String(validating: bytes, as: UTF8.self) else {
            return .invalid(
                "The path is not UTF-8: \(String(decoding: bytes, as: UTF8.self)). Rename the file, or pass its "
                    + "contents.")
        }
        return bytes.contains(0) ? .invalid("The path contains a null character.") : .path(path)
    }

    private func position(_ index: Int) -> Int {
        isLarge
            ? Int(offsets.loadUnaligned(fromByteOffset: index * 8, as: Int64.self))
            : Int(offsets.loadUnaligned(fromByteOffset: index * 4, as: Int32.self))
    }
}
