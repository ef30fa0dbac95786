// SPDX-License-Identifier: Apache-2.0
internal import Foundation

/// Text that grows quickly: files of recordings are mostly numbers.
struct TextBuffer {
    private var bytes: [UInt8] = []

    /// The text.
    var data: Data { Data(bytes) }

    /// The bytes that are collected before they are written.
    private static let size = 1 << 16

    /// Writes the text if there is enough of it.
    mutating func flush(to output: any CaptureOutput) throws {
        if bytes.count >= Self.size { try output.write(take()) }
    }

    /// Returns the text, and begins anew.
    mutating func take() -> Data {
        defer { bytes.removeAll(keepingCapacity: true) }
        return data
    }

    mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

    /// Appends a number with so many decimals; nothing for one that is not finite.
    mutating func append(_ value: Double, decimals: Int) {
        guard value.isFinite, abs(value) < 1e12 else { return }
        var scale = 1.0
        for _ in 0..<decimals { scale *= 10 }
        let scaled = (abs(value) * scale).rounded()
        guard scaled < 9e18 else { return append("\(value)") }
        let number = Int(scaled)
        if value < 0, number > 0 { bytes.append(UInt8(ascii: "-")) }
        append(number, decimals: decimals)
    }

    /// Appends an integer with a point before its last digits.
    private mutating func append(_ number: Int, decimals: Int) {
        var rest = number
        var place = 0
        let start = bytes.count
        // From the last digit to the first.
        while rest > 0 || place <= decimals {
            if place == decimals, place > 0 { bytes.append(UInt8(ascii: ".")) }
            bytes.append(UInt8(ascii: "0") + UInt8(rest % 10))
            rest /= 10
            place += 1
        }
        bytes[start...].reverse()
    }
}
