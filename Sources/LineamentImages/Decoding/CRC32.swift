// SPDX-License-Identifier: Apache-2.0
package import Foundation

/// The CRC-32 checksum of PNG and ZIP, computed eight bytes at a time.
package enum CRC32 {
    /// For each of eight positions, the checksums of all 256 byte values followed by zeros.
    private static let tables: [UInt32] = {
        var tables = [UInt32](repeating: 0, count: 8 * 256)
        for byte in 0..<256 {
            tables[byte] = (0..<8).reduce(UInt32(byte)) { value, _ in value >> 1 ^ (value & 1 == 1 ? 0xedb8_8320 : 0) }
        }
        for at in 256..<8 * 256 { tables[at] = tables[at - 256] >> 8 ^ tables[Int(tables[at - 256] & 255)] }
        return tables
    }()

    /// Returns the checksum of data.
    /// - Parameter start: The checksum of what came before it.
    package static func checksum(_ data: Data, after start: UInt32 = 0) -> UInt32 {
        data.withUnsafeBytes { checksum($0, after: start) }
    }

    static func checksum(_ bytes: UnsafeRawBufferPointer, after start: UInt32 = 0) -> UInt32 {
        tables.withUnsafeBufferPointer { tables in
            var value = ~start
            var position = 0
            while position + 8 <= bytes.count {
                let next = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self))
                let mixed = next ^ UInt64(value)
                value = 0
                for place in 0..<8 {
                    value ^= tables[(7 - place) * 256 + Int(truncatingIfNeeded: mixed >> (8 * place) & 255)]
                }
                position += 8
            }
            for byte in bytes[position...] { value = value >> 8 ^ tables[Int(UInt8(truncatingIfNeeded: value) ^ byte)] }
            return ~value
        }
    }
}
