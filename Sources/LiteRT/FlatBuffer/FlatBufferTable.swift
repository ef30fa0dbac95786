// SPDX-License-Identifier: Apache-2.0

/// A table inside a FlatBuffer, read with every offset checked against the bounds of the buffer.
///
/// Layout: https://flatbuffers.dev/internals/. A table starts with a signed offset back to its vtable; the vtable has
/// two sizes followed by one 16-bit offset per field, which is 0 if the field is absent.
package struct FlatBufferTable {
    let bytes: ModelBytes
    let position: Int

    /// Finds the root table of `bytes`, whose first index must be 0; `nil` unless bytes 4 to 7 are `identifier`.
    package init?(root bytes: ModelBytes, identifier: String) {
        guard bytes.count >= 8, Array(bytes[4..<8]) == Array(identifier.utf8) else { return nil }
        guard let target = FlatBufferTable(bytes: bytes, position: 0).follow(0) else { return nil }
        self.init(bytes: bytes, position: target)
    }

    private init(bytes: ModelBytes, position: Int) {
        self.bytes = bytes
        self.position = position
    }

    /// Returns the byte in a field; `nil` if the field is absent.
    package func byte(_ field: Int) -> UInt8? {
        location(of: field).flatMap { bytes.indices.contains($0) ? bytes[$0] : nil }
    }

    /// Returns the table that a field refers to; `nil` if the field is absent.
    package func table(_ field: Int) -> FlatBufferTable? {
        location(of: field).flatMap(follow).map { FlatBufferTable(bytes: bytes, position: $0) }
    }

    /// Returns the tables of a vector; empty if the field is absent.
    package func tables(_ field: Int) -> [FlatBufferTable] {
        elements(of: field, size: 4).compactMap(follow).map { FlatBufferTable(bytes: bytes, position: $0) }
    }

    /// Returns the floats of a vector; empty if the field is absent.
    package func floats(_ field: Int) -> [Float] {
        elements(of: field, size: 4).compactMap { unsigned($0) }.map { Float(bitPattern: $0) }
    }

    /// Returns the 32-bit integers of a vector; empty if the field is absent.
    func integers(_ field: Int) -> [Int32] {
        elements(of: field, size: 4).compactMap { unsigned($0) }.map { Int32(bitPattern: $0) }
    }

    /// Returns the unsigned integers, of one or two bytes each, of a vector; empty if the field is absent.
    func unsignedIntegers(_ field: Int, size: Int) -> [Int] {
        elements(of: field, size: size).compactMap { at in
            size == 1 ? Int(bytes[at]) : short(at).map(Int.init)
        }
    }

    /// The location of a vector.
    struct Vector {
        /// The position of the element count, which precedes the elements.
        let position: Int
        let count: Int

        /// Returns the position of a four-byte element.
        func element(_ index: Int) -> Int { position + 4 + 4 * index }
    }

    /// Returns the vtable without a field; `nil` if it exceeds the buffer.
    func fields(without field: Int) -> [UInt8]? {
        guard let back = unsigned(position) else { return nil }
        let vtable = position - Int(Int32(bitPattern: back))
        guard let size = short(vtable).map(Int.init), vtable + size <= bytes.count, 4 + 2 * field + 2 <= size else {
            return nil
        }
        var fields = Array(bytes[vtable..<vtable + size])
        fields[4 + 2 * field] = 0
        fields[4 + 2 * field + 1] = 0
        return fields
    }

    /// Returns the position of the offset to a field's vector or table; `nil` if the field is absent.
    func reference(to field: Int) -> Int? { location(of: field) }

    /// Returns the 32-bit integer in a field; `nil` if the field is absent.
    func unsigned32(_ field: Int) -> UInt32? { location(of: field).flatMap(unsigned) }

    /// Returns the location of a field's vector; `nil` if the field is absent or the vector exceeds the buffer.
    func vector(_ field: Int, elementSize: Int = 4) -> Vector? {
        guard let position = location(of: field).flatMap(follow), let count = unsigned(position),
            Int(count) <= (bytes.count - position - 4) / elementSize
        else { return nil }
        return Vector(position: position, count: Int(count))
    }

    /// Returns the positions of a vector's elements; empty if the field is absent or the vector exceeds the buffer.
    private func elements(of field: Int, size: Int) -> [Int] {
        guard let vector = location(of: field).flatMap(follow), let count = unsigned(vector) else {
            return []
        }
        let first = vector + 4
        guard Int(count) <= (bytes.count - first) / size else { return [] }
        return (0..<Int(count)).map { first + $0 * size }
    }

    /// Returns the position of a field; `nil` if it is absent.
    private func location(of field: Int) -> Int? {
        guard let back = unsigned(position) else { return nil }
        let vtable = position - Int(Int32(bitPattern: back))
        guard let size = short(vtable), 4 + 2 * field + 2 <= size,
            let offset = short(vtable + 4 + 2 * field), offset != 0
        else { return nil }
        return position + Int(offset)
    }

    /// Returns the position that the offset at `at` refers to.
    private func follow(_ at: Int) -> Int? {
        unsigned(at).map { at + Int($0) }
    }

    private func unsigned(_ at: Int) -> UInt32? {
        guard at >= 0, at <= bytes.count - 4 else { return nil }
        return (0..<4).reduce(0) { $0 | UInt32(bytes[at + $1]) << (8 * UInt32($1)) }
    }

    private func short(_ at: Int) -> UInt16? {
        guard at >= 0, at <= bytes.count - 2 else { return nil }
        return UInt16(bytes[at]) | UInt16(bytes[at + 1]) << 8
    }
}
