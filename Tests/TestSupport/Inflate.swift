// SPDX-License-Identifier: Apache-2.0

/// Decompresses zlib streams (RFC 1950 and 1951), for tests that look into files.
public struct Inflate {
    private let bytes: [UInt8]
    private var position = 2
    private var bit = 0
    private var output: [UInt8] = []

    private struct Damaged: Error {}

    /// Returns the content of a stream; nil if it is damaged.
    public static func decompressed(_ data: some Collection<UInt8>) -> [UInt8]? {
        var inflate = Inflate(bytes: Array(data))
        return try? inflate.run()
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    private mutating func run() throws -> [UInt8] {
        var isLast = false
        while !isLast {
            isLast = try bits(1) == 1
            switch try bits(2) {
            case 0: try copyStored()
            case 1: try copyCoded(Self.fixedLengths, [Int](repeating: 5, count: 30))
            case 2:
                let (literals, distances) = try readLengths()
                try copyCoded(literals, distances)
            default: throw Damaged()
            }
        }
        return output
    }

    private mutating func bits(_ count: Int) throws -> Int {
        var value = 0
        for shift in 0..<count {
            guard position < bytes.count else { throw Damaged() }
            value |= Int(bytes[position] >> bit & 1) << shift
            bit += 1
            if bit == 8 { (bit, position) = (0, position + 1) }
        }
        return value
    }

    private mutating func copyStored() throws {
        if bit > 0 { (bit, position) = (0, position + 1) }
        guard position + 4 <= bytes.count else { throw Damaged() }
        let length = Int(bytes[position]) | Int(bytes[position + 1]) << 8
        position += 4
        guard position + length <= bytes.count else { throw Damaged() }
        output += bytes[position..<position + length]
        position += length
    }

    private static let fixedLengths =
        [Int](repeating: 8, count: 144) + [Int](repeating: 9, count: 112) + [Int](repeating: 7, count: 24)
        + [Int](repeating: 8, count: 8)

    /// The codes of symbols, as the length and the value of each.
    private typealias Codes = [Int: Int]

    private static func codes(_ lengths: [Int]) -> Codes {
        var (codes, code) = (Codes(), 0)
        for length in 1...15 {
            for (symbol, own) in lengths.enumerated() where own == length {
                codes[length << 16 | code] = symbol
                code += 1
            }
            code <<= 1
        }
        return codes
    }

    private mutating func symbol(_ codes: Codes) throws -> Int {
        var code = 0
        for length in 1...15 {
            code = code << 1 | (try bits(1))
            if let symbol = codes[length << 16 | code] { return symbol }
        }
        throw Damaged()
    }

    private mutating func readLengths() throws -> ([Int], [Int]) {
        let (literals, distances, count) = (try bits(5) + 257, try bits(5) + 1, try bits(4) + 4)
        let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
        var own = [Int](repeating: 0, count: 19)
        for place in order.prefix(count) { own[place] = try bits(3) }
        let codes = Self.codes(own)
        var lengths: [Int] = []
        while lengths.count < literals + distances {
            switch try symbol(codes) {
            case 16: lengths += [Int](repeating: lengths.last ?? 0, count: try bits(2) + 3)
            case 17: lengths += [Int](repeating: 0, count: try bits(3) + 3)
            case 18: lengths += [Int](repeating: 0, count: try bits(7) + 11)
            case let length: lengths.append(length)
            }
        }
        return (Array(lengths[..<literals]), Array(lengths[literals...]))
    }

    private mutating func copyCoded(_ literals: [Int], _ distances: [Int]) throws {
        let (literalCodes, distanceCodes) = (Self.codes(literals), Self.codes(distances))
        while true {
            let next = try symbol(literalCodes)
            if next == 256 { return }
            guard next > 256 else {
                output.append(UInt8(next))
                continue
            }
            let length = try Self.lengths[next - 257].base + bits(Self.lengths[next - 257].extra)
            let place = try symbol(distanceCodes)
            guard place < 30 else { throw Damaged() }
            let extra = max(0, place / 2 - 1)
            let base = place < 2 ? place + 1 : (2 + place % 2) << extra + 1
            let distance = try base + bits(extra)
            guard distance <= output.count else { throw Damaged() }
            for _ in 0..<length { output.append(output[output.count - distance]) }
        }
    }

    /// The shortest length of each symbol, and the number of bits that are added to it.
    private static let lengths: [(base: Int, extra: Int)] = (0..<29).map { place in
        guard place < 28 else { return (258, 0) }
        let extra = max(0, place / 4 - 1)
        let base = place < 8 ? place : (4 + place % 4) << extra
        return (base + 3, extra)
    }
}
