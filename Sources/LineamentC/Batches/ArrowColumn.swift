// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Lineament

/// A column of a table in Arrow's memory layout.
final class ArrowColumn: @unchecked Sendable {
    // Sound: nothing changes after the initializer.

    /// The type in the notation of Arrow's C data interface.
    let format: String
    let name: String
    let length: Int
    let nullCount: Int
    /// The buffers of the type; the first is the validity bitmap, absent if nothing is null.
    let buffers: [ArrowBuffer?]
    let children: [ArrowColumn]

    private init(
        _ name: String, format: String, length: Int, valid: [Bool]? = nil, buffers: [ArrowBuffer] = [],
        children: [ArrowColumn] = []
    ) {
        self.name = name
        self.format = format
        self.length = length
        self.children = children
        nullCount = valid.map { $0.count { !$0 } } ?? 0
        self.buffers = [nullCount > 0 ? valid.map(ArrowBuffer.init(bits:)) : nil] + buffers.map { $0 }
    }

    /// A column of texts.
    /// - Throws: `LineamentError` with code `resourceExhausted` if they are too long.
    static func text(_ name: String, _ values: [String?]) throws -> ArrowColumn {
        let texts = values.map { Array(($0 ?? "").utf8) }
        return try ArrowColumn(
            name, format: "u", length: values.count, valid: values.map { $0 != nil },
            buffers: [ArrowBuffer(offsets(of: texts.map(\.count))), ArrowBuffer(texts.flatMap { $0 })])
    }

    /// A column of whole numbers.
    static func integers(_ name: String, _ values: [Int32?]) -> ArrowColumn {
        ArrowColumn(
            name, format: "i", length: values.count, valid: values.map { $0 != nil },
            buffers: [ArrowBuffer(values.map { $0 ?? 0 })])
    }

    /// A column of numbers.
    static func floats(_ name: String, _ values: [Float]) -> ArrowColumn {
        ArrowColumn(name, format: "f", length: values.count, buffers: [ArrowBuffer(values)])
    }

    /// A column of values that have the same number of bytes each.
    static func fixedSizeBytes(_ name: String, _ bytes: [UInt8], size: Int, count: Int) -> ArrowColumn {
        ArrowColumn(name, format: "w:\(size)", length: count, buffers: [ArrowBuffer(bytes)])
    }

    /// A column of lists.
    /// - Parameters:
    ///   - name: The name of the column.
    ///   - counts: The length of each list; `nil` for a list that is null.
    ///   - items: The elements of all lists, one after the other.
    /// - Throws: `LineamentError` with code `resourceExhausted` if there are too many.
    static func list(_ name: String, counts: [Int?], _ items: ArrowColumn) throws -> ArrowColumn {
        try ArrowColumn(
            name, format: "+l", length: counts.count, valid: counts.map { $0 != nil },
            buffers: [ArrowBuffer(offsets(of: counts.map { $0 ?? 0 }))], children: [items])
    }

    /// A column of structures.
    static func structure(_ name: String, length: Int, _ fields: [ArrowColumn]) -> ArrowColumn {
        ArrowColumn(name, format: "+s", length: length, children: fields)
    }

    /// Returns the ends of lists that follow each other, after a 0.
    /// - Throws: `LineamentError` with code `resourceExhausted` beyond 32 bits, the width of offsets.
    private static func offsets(of counts: [Int]) throws -> [Int32] {
        var offsets: [Int32] = [0]
        offsets.reserveCapacity(counts.count + 1)
        var end = 0
        for count in counts {
            end += count
            guard let offset = Int32(exactly: end) else {
                throw LineamentError(.resourceExhausted, "The result of the batch is too large. Use smaller batches.")
            }
            offsets.append(offset)
        }
        return offsets
    }
}

/// A buffer of a column.
final class ArrowBuffer: @unchecked Sendable {
    // Sound: the memory is written by the initializer only.

    let address: UnsafeMutableRawPointer

    /// Copies values.
    init<Value: BitwiseCopyable>(_ values: [Value]) {
        let size = values.count * MemoryLayout<Value>.stride
        // Arrow recommends an alignment of 64 bytes.
        address = .allocate(byteCount: max(1, size), alignment: 64)
        values.withUnsafeBytes { if let source = $0.baseAddress { address.copyMemory(from: source, byteCount: size) } }
    }

    /// Packs a validity bitmap, the lowest bit of a byte first.
    convenience init(bits: [Bool]) {
        var bytes = [UInt8](repeating: 0, count: (bits.count + 7) / 8)
        for (index, bit) in bits.enumerated() where bit { bytes[index / 8] |= 1 << (index % 8) }
        self.init(bytes)
    }

    deinit { address.deallocate() }
}
