// SPDX-License-Identifier: Apache-2.0

/// A map in a FlexBuffer, the form in which models store the options of custom operators.
///
/// Only what those contain is read: a map of numbers and of vectors of whole numbers. Every position is checked.
struct FlexBufferMap {
    /// The types of values, as in FlexBuffers' `Type`.
    private enum Kind { static let integer = 1, unsigned = 2, float = 3, map = 9, integers = 11, unsigneds = 12 }

    private let bytes: [UInt8]
    private let start: Int
    private let width: Int
    private let count: Int
    private let keys: [String: Int]

    /// Reads the root of a FlexBuffer; `nil` if it is not a map, or damaged.
    init?(_ bytes: [UInt8]) {
        self.bytes = bytes
        guard bytes.count >= 3, let rootWidth = bytes.last.map(Int.init),
            Int(bytes[bytes.count - 2] >> 2) == Kind.map
        else { return nil }
        width = 1 << Int(bytes[bytes.count - 2] & 3)
        let root = bytes.count - 2 - rootWidth
        guard let start = Self.target(of: root, rootWidth, in: bytes),
            let count = Self.integer(start - width, width, in: bytes), (0...bytes.count).contains(count),
            let keyWidth = Self.integer(start - 2 * width, width, in: bytes), (1...8).contains(keyWidth),
            let names = Self.target(of: start - 3 * width, width, in: bytes)
        else { return nil }
        self.start = start
        self.count = count
        var keys: [String: Int] = [:]
        for index in 0..<count {
            guard let text = Self.target(of: names + index * keyWidth, keyWidth, in: bytes) else { return nil }
            keys[String(decoding: bytes[text...].prefix { $0 != 0 }, as: UTF8.self)] = index
        }
        self.keys = keys
    }

    /// Returns the number of a key; `nil` if there is none.
    func number(_ key: String) -> Double? {
        guard let (position, kind, _) = value(key) else { return nil }
        switch kind {
        case Kind.integer, Kind.unsigned: return Self.integer(position, width, in: bytes).map(Double.init)
        case Kind.float: return Self.float(position, width, in: bytes)
        default: return nil
        }
    }

    /// Returns the whole numbers of a key; `nil` if there are none.
    func integers(_ key: String) -> [Int]? {
        guard let (position, kind, size) = value(key), kind == Kind.integers || kind == Kind.unsigneds,
            let vector = Self.target(of: position, width, in: bytes),
            let count = Self.integer(vector - size, size, in: bytes), (0...bytes.count).contains(count)
        else { return nil }
        let all = (0..<count).map { Self.integer(vector + $0 * size, size, in: bytes) }
        return all.contains(nil) ? nil : all.compactMap(\.self)
    }

    /// Returns the position of a key's value, its type, and the width of what it refers to.
    private func value(_ key: String) -> (position: Int, kind: Int, size: Int)? {
        guard let index = keys[key] else { return nil }
        let type = start + count * width + index
        guard bytes.indices.contains(type) else { return nil }
        return (start + index * width, Int(bytes[type] >> 2), 1 << Int(bytes[type] & 3))
    }

    /// Returns the position that the offset at a position refers to; offsets point backward.
    private static func target(of position: Int, _ width: Int, in bytes: [UInt8]) -> Int? {
        guard let offset = integer(position, width, in: bytes) else { return nil }
        return (0..<bytes.count).contains(position - offset) ? position - offset : nil
    }

    private static func integer(_ position: Int, _ width: Int, in bytes: [UInt8]) -> Int? {
        guard [1, 2, 4].contains(width), position >= 0, position + width <= bytes.count else { return nil }
        return (0..<width).reduce(0) { $0 | Int(bytes[position + $1]) << (8 * $1) }
    }

    private static func float(_ position: Int, _ width: Int, in bytes: [UInt8]) -> Double? {
        guard width == 4, let pattern = integer(position, width, in: bytes) else { return nil }
        return Double(Float(bitPattern: UInt32(truncatingIfNeeded: pattern)))
    }
}
