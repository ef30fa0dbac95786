// SPDX-License-Identifier: Apache-2.0

/// The conversion of colors to those of the connection space as version 4 has it (`mAB `): curves, a grid of colors, curves, a
/// matrix and curves, each of which but the last may be missing.
struct ProfilePipeline {
    private let channels: Int
    private var parts: [[UInt8]?]

    /// The places of the parts' offsets, in the order in which the parts are written.
    private static let places = (b: 12, matrix: 16, m: 20, grid: 24, a: 28)
    private static let headLength = 32

    /// - Parameter channels: The number of channels of the colors.
    init?(_ source: BigEndianBytes, channels: Int) {
        guard source.name(0) == "mAB ", source.byte(8) == channels, source.byte(9) == 3 else { return nil }
        self.channels = channels
        parts = []
        let readers: [(place: Int, read: (Int) -> [UInt8]?)] = [
            (Self.places.b, { Self.curves(source, $0, count: 3) }), (Self.places.matrix, { source.slice($0, 48) }),
            (Self.places.m, { Self.curves(source, $0, count: 3) }),
            (Self.places.grid, { Self.grid(source, $0, channels: channels) }),
            (Self.places.a, { Self.curves(source, $0, count: channels) }),
        ]
        for (place, read) in readers {
            guard let offset = source.long(place) else { return nil }
            guard offset > 0 else {
                parts.append(nil)
                continue
            }
            guard let part = read(offset) else { return nil }
            parts.append(part)
        }
        // A matrix comes with curves, and so does a grid; without a grid, the numbers of channels are the same.
        let has = parts.map { $0 != nil }
        guard has[0], has[1] == has[2], has[3] == has[4], has[3] || channels == 3 else { return nil }
    }

    /// The element, with its parts one after the other.
    var bytes: [UInt8] {
        var offsets: [UInt8] = []
        var body: [UInt8] = []
        for part in parts {
            offsets += .long(part == nil ? 0 : Self.headLength + body.count)
            body += part?.padded ?? []
        }
        return ProfileElement.head("mAB ") + [UInt8(channels), 3, 0, 0] + offsets + body
    }

    /// Returns curves, each of which begins at a multiple of four.
    private static func curves(_ source: BigEndianBytes, _ start: Int, count: Int) -> [UInt8]? {
        var bytes = [UInt8]()
        var place = start
        for _ in 0..<count {
            guard let rest = source.slice(place, source.count - place),
                let curve = ProfileElement.curve(BigEndianBytes(rest))
            else { return nil }
            bytes += curve.padded
            place += curve.padded.count
        }
        return bytes
    }

    private static func grid(_ source: BigEndianBytes, _ start: Int, channels: Int) -> [UInt8]? {
        guard let sides = source.slice(start, channels), sides.allSatisfy({ $0 > 1 }),
            let precision = source.byte(start + 16), precision == 1 || precision == 2,
            let values = source.slice(start + 20, sides.reduce(3 * precision) { $0 * Int($1) })
        else { return nil }
        return sides + [UInt8](repeating: 0, count: 16 - channels) + [UInt8(precision), 0, 0, 0] + values
    }
}
