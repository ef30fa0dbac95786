// SPDX-License-Identifier: Apache-2.0
internal import Foundation

/// An ICC profile (ISO 15076-1) that is written anew with nothing but what its colors are computed from: no text, no date or
/// device, no private elements, nothing between elements or after the last.
struct ReducedProfile {
    /// The names of the color spaces whose profiles are kept, with their numbers of channels.
    static let channels = ["RGB ": 3, "GRAY": 1]

    let bytes: [UInt8]

    private static let headerSize = 128
    private static let entrySize = 12
    /// More than any profile has.
    private static let maxElements = 100

    /// Creates the profile; `nil` if it is damaged, or has no way from its colors to those of the connection space.
    init?(_ source: BigEndianBytes) {
        guard let version = source.byte(8), version == 2 || version == 4, source.name(36) == "acsp",
            let kind = source.name(12), ["scnr", "mntr", "prtr", "spac"].contains(kind),
            let colorSpace = source.name(16), let channels = Self.channels[colorSpace],
            let connectionSpace = source.name(20), ["XYZ ", "Lab "].contains(connectionSpace),
            let places = Self.places(in: source)
        else { return nil }
        var elements = Self.numbers(source, places, channels: channels)
        let curves = channels == 3 ? ["rTRC", "gTRC", "bTRC"] : ["kTRC"]
        let colorants = channels == 3 ? ["rXYZ", "gXYZ", "bXYZ"] : []
        let names = Set(elements.map(\.name))
        let hasMatrix = names.isSuperset(of: curves + colorants) && (channels == 1 || connectionSpace == "XYZ ")
        guard names.contains("A2B0") || hasMatrix else { return nil }
        elements += [
            ("desc", ProfileElement.text("Color profile", version: version, isDescription: true)),
            ("cprt", ProfileElement.text("No copyright", version: version, isDescription: false)),
        ]
        let intent = min(3, (source.long(64) ?? 0) & 0xffff)
        let header = Self.header(
            version: version, kind: kind, colorSpace: colorSpace, connectionSpace: connectionSpace, intent: intent)
        bytes = Self.assembled(header, elements)
    }

    /// Returns where each element is; `nil` if the table is damaged.
    private static func places(in source: BigEndianBytes) -> [String: Range<Int>]? {
        guard let count = source.long(headerSize), count <= maxElements else { return nil }
        var places: [String: Range<Int>] = [:]
        for index in 0..<count {
            let entry = headerSize + 4 + entrySize * index
            guard let name = source.name(entry), let start = source.long(entry + 4), let size = source.long(entry + 8)
            else { return nil }
            // Elements that are cut off are as if they were not there.
            guard start >= headerSize, start + size <= source.count, places[name] == nil else { continue }
            places[name] = start..<start + size
        }
        return places
    }

    /// Returns the elements that colors are computed from, in the order in which they are written.
    private static func numbers(
        _ source: BigEndianBytes, _ places: [String: Range<Int>], channels: Int
    ) -> [(name: String, bytes: [UInt8])] {
        let readers: [(names: [String], read: (BigEndianBytes) -> [UInt8]?)] = [
            (["wtpt"], ProfileElement.xyz), (["chad"], ProfileElement.adaptation),
            (["cicp"], ProfileElement.codePoints),
            (channels == 3 ? ["rXYZ", "gXYZ", "bXYZ"] : [], ProfileElement.xyz),
            (channels == 3 ? ["rTRC", "gTRC", "bTRC"] : ["kTRC"], ProfileElement.toneCurve),
            (["A2B0"], { ProfileElement.table($0, channels: channels) }),
        ]
        return readers.flatMap { names, read in
            names.compactMap { name in
                guard let place = places[name], let bytes = source.slice(place.lowerBound, place.count),
                    let element = read(BigEndianBytes(bytes))
                else { return nil }
                return (name, element)
            }
        }
    }

    private static func header(
        version: Int, kind: String, colorSpace: String, connectionSpace: String, intent: Int
    ) -> [UInt8] {
        let revision: UInt8 = version == 2 ? 0x40 : 0x30
        // The first moment of 2000.
        let date = [2000, 1, 1, 0, 0, 0].flatMap { [UInt8].short($0) }
        // D50, that of the connection space.
        let illuminant = [0xf6d6, 0x10000, 0xd32d].flatMap { [UInt8].long($0) }
        let names = Array((kind + colorSpace + connectionSpace).utf8)
        let device = [UInt8](repeating: 0, count: 24)
        let rest = [UInt8](repeating: 0, count: 48)
        let numbers = [0, 0, 0, 0, UInt8(version), revision, 0, 0]
        return [numbers, names, date, Array("acsp".utf8), device, .long(intent), illuminant, rest].flatMap(\.self)
    }

    /// Returns a profile; elements with the same bytes share them.
    private static func assembled(_ header: [UInt8], _ elements: [(name: String, bytes: [UInt8])]) -> [UInt8] {
        var table: [UInt8] = .long(elements.count)
        var body: [UInt8] = []
        var known: [[UInt8]: Int] = [:]
        let start = header.count + 8 + entrySize * elements.count
        for (name, bytes) in elements {
            let place = known[bytes] ?? start + body.count
            if known.updateValue(place, forKey: bytes) == nil { body += bytes.padded }
            table += Array(name.utf8) + .long(place) + .long(bytes.count)
        }
        let size = start + body.count
        return .long(size) + header + table + body
    }
}
