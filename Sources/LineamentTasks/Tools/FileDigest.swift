// SPDX-License-Identifier: Apache-2.0
package import Foundation
internal import Lineament

/// The SHA-256 of data that comes in parts (FIPS 180-4).
package struct FileDigest: Sendable {
    private var state: [UInt32] = [
        0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
    ]
    /// The rest of the data so far, less than a block.
    private var rest: [UInt8] = []
    private var count: UInt64 = 0

    private static let blockSize = 64
    /// The number of bytes that are read, or copied, at once.
    private static let partSize = 1 << 20

    package init() {}

    /// Returns the digest of a file, in hexadecimal digits.
    /// - Parameter name: The name of the file in errors; `nil` for its path.
    /// - Throws: `LineamentError` if it cannot be read.
    package static func ofFile(_ path: String, name: String? = nil) throws -> String {
        guard let file = FileHandle(forReadingAtPath: path) else {
            let name = name ?? path
            throw FileManager.default.fileExists(atPath: path)
                ? LineamentError(.permissionDenied, "\(name) cannot be read.") : .noSuchFile(name)
        }
        defer { try? file.close() }
        var digest = FileDigest()
        while let part = try file.read(upToCount: partSize), !part.isEmpty { digest.add(part) }
        return digest.finish()
    }

    /// Returns the digest of data, in hexadecimal digits.
    package static func of(_ data: Data) -> String {
        var digest = FileDigest()
        digest.add(data)
        return digest.finish()
    }

    /// Adds the next part.
    package mutating func add(_ part: Data) {
        var start = part.startIndex
        // A large part may be mapped, and is not copied as a whole.
        while start < part.endIndex {
            let end = min(start + Self.partSize, part.endIndex)
            addSmall(part[start..<end])
            start = end
        }
    }

    private mutating func addSmall(_ part: Data) {
        count += UInt64(part.count)
        let bytes = rest + part
        let whole = bytes.count - bytes.count % Self.blockSize
        bytes.withUnsafeBufferPointer { bytes in
            for start in stride(from: 0, to: whole, by: Self.blockSize) {
                mix(UnsafeBufferPointer(rebasing: bytes[start..<start + Self.blockSize]))
            }
        }
        rest = Array(bytes[whole...])
    }

    /// Returns the digest of all parts, in hexadecimal digits.
    package mutating func finish() -> String {
        let length = (count * 8).bigEndian
        let filling = (2 * Self.blockSize - 9 - rest.count) % Self.blockSize
        addSmall(Data([0x80] + [UInt8](repeating: 0, count: filling)) + withUnsafeBytes(of: length) { Data($0) })
        return state.map { value in
            let digits = String(value, radix: 16)
            return String(repeating: "0", count: 8 - digits.count) + digits
        }.joined()
    }

    /// Adds a block.
    private mutating func mix(_ block: UnsafeBufferPointer<UInt8>) {
        let keys = Self.keys
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { words in
            for index in 0..<16 {
                words[index] = (0..<4).reduce(0) { $0 << 8 | UInt32(block[4 * index + $1]) }
            }
            for index in 16..<64 {
                let early = words[index - 15]
                let late = words[index - 2]
                let first = early.turned(7) ^ early.turned(18) ^ (early >> 3)
                let second = late.turned(17) ^ late.turned(19) ^ (late >> 10)
                words[index] = words[index - 16] &+ first &+ words[index - 7] &+ second
            }
            var a = state[0]
            var b = state[1]
            var c = state[2]
            var d = state[3]
            var e = state[4]
            var f = state[5]
            var g = state[6]
            var h = state[7]
            for index in 0..<64 {
                let choice = (e & f) ^ (~e & g)
                let first =
                    h &+ (e.turned(6) ^ e.turned(11) ^ e.turned(25)) &+ choice &+ keys[index] &+ words[index]
                let second = (a.turned(2) ^ a.turned(13) ^ a.turned(22)) &+ ((a & b) ^ (a & c) ^ (b & c))
                (h, g, f, e) = (g, f, e, d &+ first)
                (d, c, b, a) = (c, b, a, first &+ second)
            }
            for (index, value) in [a, b, c, d, e, f, g, h].enumerated() { state[index] &+= value }
        }
    }

    /// The first 32 bits of the fractions of the cube roots of the first 64 primes.
    private static let keys: [UInt32] = [
        0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
        0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
        0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
        0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
        0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
        0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
        0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
        0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
    ]
}

extension UInt32 {
    /// Returns the bits turned to the right.
    fileprivate func turned(_ count: UInt32) -> UInt32 { self >> count | self << (32 - count) }
}
