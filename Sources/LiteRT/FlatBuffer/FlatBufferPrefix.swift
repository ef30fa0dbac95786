// SPDX-License-Identifier: Apache-2.0

/// Tables and vectors that are put before a FlatBuffer, whose own they refer to.
///
/// Offsets lead forward only, so that a longer vector of existing tables can stand before them, but not behind them.
struct FlatBufferPrefix {
    /// A value of a table.
    enum Field {
        case integer(Int)
        /// An offset, which ``refer(from:to:)`` sets.
        case reference
        case absent
    }

    /// The position of a table, and those of its fields: that of an absent one is the table's.
    struct Table {
        let position: Int
        let fields: [Int]
    }

    /// The alignment of what follows, which that of no value exceeds.
    private static let alignment = 64

    private(set) var bytes: [UInt8] = []
    /// The number of bytes of the whole prefix.
    private let length: Int

    /// Creates an empty prefix that begins a file.
    /// - Parameter length: The number of bytes that it will have.
    private init(length: Int) { self.length = length }

    /// Returns a FlatBuffer with a prefix.
    /// - Parameter write: Writes the prefix, alike each time that it is called: the first call only measures it.
    static func adding(to bytes: ModelBytes, write: (inout FlatBufferPrefix) -> Void) -> [UInt8] {
        var measured = FlatBufferPrefix(length: 0)
        write(&measured)
        var prefix = FlatBufferPrefix(length: (measured.bytes.count + alignment - 1) / alignment * alignment)
        write(&prefix)
        prefix.bytes += [UInt8](repeating: 0, count: prefix.length - prefix.bytes.count)
        return prefix.bytes + bytes.copy()
    }

    /// Returns the position in the new file of what is at a position in the old one.
    func moved(_ position: Int) -> Int { length + position }

    /// Writes the root's offset, at position 0, and the file's identifier.
    mutating func writeRoot(identifier: String) { bytes += [0, 0, 0, 0] + Array(identifier.utf8) }

    /// Writes a table, all of whose fields have 32 bits.
    mutating func writeTable(_ fields: [Field]) -> Table {
        let vtable = bytes.count
        var offsets: [Int] = []
        var size = 4
        for field in fields {
            if case .absent = field {
                offsets.append(0)
            } else {
                offsets.append(size)
                size += 4
            }
        }
        for short in [4 + 2 * fields.count, size] + offsets { bytes += [UInt8(short & 0xFF), UInt8(short >> 8)] }
        bytes += [UInt8](repeating: 0, count: (4 - bytes.count % 4) % 4)
        let table = bytes.count
        write(table - vtable)
        for field in fields {
            switch field {
            case .integer(let value): write(value)
            case .reference: write(0)
            case .absent: break
            }
        }
        return Table(position: table, fields: offsets.map { table + $0 })
    }

    /// Writes a vector of integers, or of zeros where ``refer(from:to:)`` sets offsets, and returns its position.
    mutating func writeVector(_ values: [Int]) -> Int {
        let position = bytes.count
        write(values.count)
        for value in values { write(value) }
        return position
    }

    /// Returns the position of a vector's element.
    func element(_ index: Int, of vector: Int) -> Int { vector + 4 + 4 * index }

    /// Sets an offset.
    mutating func refer(from position: Int, to target: Int) { bytes.write(target - position, at: position) }

    private mutating func write(_ value: Int) {
        bytes += [0, 0, 0, 0]
        bytes.write(value, at: bytes.count - 4)
    }
}
