// SPDX-License-Identifier: Apache-2.0
extension [UInt8] {
    /// Writes a 32-bit integer in little-endian order, as FlatBuffers stores it.
    mutating func write(_ value: Int, at position: Int) {
        for byte in 0..<4 { self[position + byte] = UInt8(truncatingIfNeeded: value >> (8 * byte)) }
    }
}

extension RandomAccessCollection<UInt8> where Index == Int {
    /// Reads a 32-bit integer in little-endian order.
    func integer(at position: Int) -> Int {
        Int(Int32(truncatingIfNeeded: (0..<4).reduce(0) { $0 | Int(self[position + $1]) << (8 * $1) }))
    }
}
