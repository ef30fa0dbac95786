// SPDX-License-Identifier: Apache-2.0
internal import Foundation

/// Bytes that are read as numbers with the highest byte first; what is beyond their end is `nil`.
struct BigEndianBytes {
    private let bytes: [UInt8]

    init(_ bytes: some Collection<UInt8>) { self.bytes = Array(bytes) }

    var count: Int { bytes.count }

    func byte(_ at: Int) -> Int? { number(at, 1) }

    func short(_ at: Int) -> Int? { number(at, 2) }

    func long(_ at: Int) -> Int? { number(at, 4) }

    /// Returns a name of four characters.
    func name(_ at: Int) -> String? { slice(at, 4).map { String(decoding: $0, as: UTF8.self) } }

    func slice(_ at: Int, _ count: Int) -> [UInt8]? {
        guard at >= 0, count >= 0, at <= bytes.count, count <= bytes.count - at else { return nil }
        return Array(bytes[at..<at + count])
    }

    private func number(_ at: Int, _ count: Int) -> Int? {
        guard at >= 0, at <= bytes.count - count else { return nil }
        return (at..<at + count).reduce(0) { $0 << 8 | Int(bytes[$1]) }
    }
}

extension [UInt8] {
    static func short(_ value: Int) -> [UInt8] { [UInt8(value >> 8 & 255), UInt8(value & 255)] }

    static func long(_ value: Int) -> [UInt8] { short(value >> 16) + short(value) }

    /// The bytes, and zeros up to the next multiple of four.
    var padded: [UInt8] { self + [UInt8](repeating: 0, count: (4 - count % 4) % 4) }
}
