/// A table inside a FlatBuffer, read with every offset checked against the buffer.
///
/// Layout: https://flatbuffers.dev/internals/ — a table starts with a signed offset back to its vtable; the
/// vtable has two sizes, then one 16-bit offset a field, 0 for an absent field.
package struct FlatBufferTable {
    let bytes: [UInt8]
    let position: Int

    /// The root table of `bytes`, if the buffer carries `identifier` in its bytes 4 to 7.
    package init?(root bytes: [UInt8], identifier: String) {
        guard bytes.count >= 8, Array(bytes[4..<8]) == Array(identifier.utf8) else { return nil }
        guard let target = FlatBufferTable(bytes: bytes, position: 0).follow(0) else { return nil }
        self.init(bytes: bytes, position: target)
    }

    private init(bytes: [UInt8], position: Int) {
        self.bytes = bytes
        self.position = position
    }

    package func byte(_ field: Int) -> UInt8? {
        location(of: field).flatMap { bytes.indices.contains($0) ? bytes[$0] : nil }
    }

    package func table(_ field: Int) -> FlatBufferTable? {
        location(of: field).flatMap(follow).map { FlatBufferTable(bytes: bytes, position: $0) }
    }

    package func tables(_ field: Int) -> [FlatBufferTable] {
        elements(of: field, size: 4).compactMap(follow).map { FlatBufferTable(bytes: bytes, position: $0) }
    }

    package func floats(_ field: Int) -> [Float] {
        elements(of: field, size: 4).compactMap { unsigned($0) }.map { Float(bitPattern: $0) }
    }

    func integers(_ field: Int) -> [Int32] {
        elements(of: field, size: 4).compactMap { unsigned($0) }.map { Int32(bitPattern: $0) }
    }

    /// Where a vector lies.
    struct Vector {
        /// Of the count, which stands before the elements.
        let position: Int
        let count: Int

        /// Of an element of four bytes.
        func element(_ index: Int) -> Int { position + 4 + 4 * index }
    }

    /// Where the offset of a field's vector or table is stored; nil if the field is absent.
    func reference(to field: Int) -> Int? { location(of: field) }

    func unsigned32(_ field: Int) -> UInt32? { location(of: field).flatMap(unsigned) }

    /// nil if the field is absent or the vector leaves the buffer.
    func vector(_ field: Int, elementSize: Int = 4) -> Vector? {
        guard let position = location(of: field).flatMap(follow), let count = unsigned(position),
            Int(count) <= (bytes.count - position - 4) / elementSize
        else { return nil }
        return Vector(position: position, count: Int(count))
    }

    /// The positions of a vector's elements; empty if the field is absent or the vector leaves the buffer.
    private func elements(of field: Int, size: Int) -> [Int] {
        guard let vector = location(of: field).flatMap(follow), let count = unsigned(vector) else {
            return []
        }
        let first = vector + 4
        guard Int(count) <= (bytes.count - first) / size else { return [] }
        return (0..<Int(count)).map { first + $0 * size }
    }

    private func location(of field: Int) -> Int? {
        guard let back = unsigned(position) else { return nil }
        let vtable = position - Int(Int32(bitPattern: back))
        guard let size = short(vtable), 4 + 2 * field + 2 <= size,
            let offset = short(vtable + 4 + 2 * field), offset != 0
        else { return nil }
        return position + Int(offset)
    }

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
