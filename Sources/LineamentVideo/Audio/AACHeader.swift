// SPDX-License-Identifier: Apache-2.0

/// The description of an AAC stream, MPEG-4's AudioSpecificConfig.
enum AACHeader {
    /// Returns the description without the comment about its channels and without bytes behind its end. One of a kind of
    /// AAC that is not known here is returned as it is.
    static func cleaned(_ bytes: [UInt8]) -> [UInt8] {
        var reader = BitReader(bytes)
        guard let end = read(&reader) else { return bytes }
        return Array(reader.bytes.prefix((end + 7) / 8))
    }

    /// The kinds that have a general audio configuration, and among them those with error resilience.
    private static let general: Set<Int> = [1, 2, 3, 4, 6, 7, 17, 19, 20, 21, 22, 23]
    private static let resilient: Set<Int> = [17, 19, 20, 21, 22, 23]

    /// Reads a description, and returns the bit at which it ends; `nil` if its kind is not known.
    private static func read(_ reader: inout BitReader) -> Int? {
        var kind = readKind(&reader)
        readRate(&reader)
        let channels = reader.read(4)
        var hasExtension = false
        if kind == 5 || kind == 29 {
            hasExtension = true
            readRate(&reader)
            kind = readKind(&reader)
            if kind == 22 { _ = reader.read(4) }
        }
        guard general.contains(kind) else { return nil }
        _ = reader.read(1)
        if reader.read(1) == 1 { _ = reader.read(14) }
        let isExtended = reader.read(1) == 1
        if channels == 0 { clearChannelComment(&reader) }
        if kind == 6 || kind == 20 { _ = reader.read(3) }
        if isExtended {
            if kind == 22 { _ = reader.read(16) }
            if [17, 19, 20, 23].contains(kind) { _ = reader.read(3) }
            _ = reader.read(1)
        }
        if resilient.contains(kind) { _ = reader.read(2) }
        if !hasExtension { readExtension(&reader) }
        return reader.isPastEnd ? nil : reader.position
    }

    private static func readKind(_ reader: inout BitReader) -> Int {
        let kind = reader.read(5)
        return kind == 31 ? 32 + reader.read(6) : kind
    }

    private static func readRate(_ reader: inout BitReader) { if reader.read(4) == 15 { _ = reader.read(24) } }

    /// Reads what decoders of old skip: that the stream has a replicated upper band, and stereo made of one channel.
    private static func readExtension(_ reader: inout BitReader) {
        let start = reader.position
        guard reader.remaining >= 16, reader.read(11) == 0x2b7, reader.read(5) == 5 else {
            reader.position = start
            return
        }
        guard reader.read(1) == 1 else { return }
        readRate(&reader)
        let afterRate = reader.position
        guard reader.remaining >= 12, reader.read(11) == 0x548 else {
            reader.position = afterRate
            return
        }
        _ = reader.read(1)
    }

    /// Reads a list of channels, and replaces the comment at its end by zeros.
    static func clearChannelComment(_ reader: inout BitReader) {
        _ = reader.read(10)
        let front = reader.read(4)
        let side = reader.read(4)
        let back = reader.read(4)
        let low = reader.read(2)
        let data = reader.read(3)
        let coupled = reader.read(4)
        if reader.read(1) == 1 { _ = reader.read(4) }
        if reader.read(1) == 1 { _ = reader.read(4) }
        if reader.read(1) == 1 { _ = reader.read(3) }
        reader.position += 5 * (front + side + back + coupled) + 4 * (low + data)
        reader.position = (reader.position + 7) / 8 * 8
        let length = reader.read(8)
        reader.clear(8 * length)
    }
}

/// A reader of bits, the most significant first, that can also clear them. Beyond the end are zeros.
struct BitReader {
    private(set) var bytes: [UInt8]
    /// The number of bits before the next one.
    var position: Int

    init(_ bytes: [UInt8], from position: Int = 0) {
        self.bytes = bytes
        self.position = position
    }

    var remaining: Int { bytes.count * 8 - position }
    var isPastEnd: Bool { remaining < 0 }

    mutating func read(_ count: Int) -> Int {
        var value = 0
        for _ in 0..<count {
            let byte = position / 8
            let bit = byte < bytes.count ? bytes[byte] >> (7 - position % 8) & 1 : 0
            value = value << 1 | Int(bit)
            position += 1
        }
        return value
    }

    /// Sets the next bits to 0.
    mutating func clear(_ count: Int) {
        let end = min(position + count, bytes.count * 8)
        for bit in stride(from: position, to: max(position, end), by: 1) {
            bytes[bit / 8] &= ~(0x80 >> (bit % 8))
        }
        position += count
    }
}
