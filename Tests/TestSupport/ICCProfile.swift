// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// ICC profiles that are made byte by byte, so that they can hold what does not belong there.
public enum ICCProfile {
    /// An element of a profile.
    public typealias Element = (name: String, body: [UInt8])

    /// Returns a profile with the elements of a display whose colors are those of sRGB with a gamma of 2.2, or of gray.
    public static func plain(_ colorSpace: String = "RGB ", version: UInt8 = 2) -> Data {
        file(colorSpace, version: version, elements(of: colorSpace))
    }

    /// Returns the elements that colors need.
    public static func elements(of colorSpace: String) -> [Element] {
        let curve = Array("curv".utf8) + long(0) + long(1) + [2, 0x33]
        let white: Element = ("wtpt", xyz(0xf6d6, 0x10000, 0xd32d))
        guard colorSpace == "RGB " else { return [white, ("kTRC", curve)] }
        return [
            white, ("rXYZ", xyz(0x6fa2, 0x38f5, 0x390)), ("gXYZ", xyz(0x6299, 0xb785, 0x18da)),
            ("bXYZ", xyz(0x24a0, 0xf84, 0xb6cf)), ("rTRC", curve), ("gTRC", curve), ("bTRC", curve),
        ]
    }

    /// Returns a profile with a mark in each place that colors do not need, and the number of these places.
    public static func marked(_ mark: String, _ colorSpace: String = "RGB ") -> (profile: Data, places: Int) {
        let text = Array(mark.utf8)
        let described =
            Array("desc".utf8) + long(0) + long(text.count + 1) + text + [0] + [UInt8](repeating: 0, count: 78)
        var elements = elements(of: colorSpace).map { name, body in
            // Reserved bytes, and what follows the end of an element.
            Element(name, Array(body.prefix(4) + text.prefix(4) + body.dropFirst(8)) + text)
        }
        let extra: [Element] = [
            ("desc", described), ("cprt", Array("text".utf8) + long(0) + text + [0]),
            ("dmnd", described), ("dmdd", described), ("priv", text), ("vcgt", Array("vcgt".utf8) + long(0) + text),
            ("lumi", xyz(1, 2, 3) + text), ("meas", Array("meas".utf8) + long(0) + text),
            ("A2B1", Array("mft1".utf8) + text),
        ]
        elements += extra
        var bytes = [UInt8](file(colorSpace, version: 2, elements, between: text))
        // The device, the creator and the reserved end of the header, each with four bytes of the mark or more.
        for place in [48, 52, 56, 80, 100] { bytes.replaceSubrange(place..<place + 4, with: text.prefix(4)) }
        bytes.replaceSubrange(100..<100 + min(28, text.count), with: text.prefix(28))
        return (Data(bytes + text), elements.count * 2 + 6)
    }

    /// Returns a profile of elements.
    /// - Parameter between: Bytes before each element, which no element has.
    public static func file(
        _ colorSpace: String, version: UInt8, _ elements: [Element], between gap: [UInt8] = []
    ) -> Data {
        var (table, body) = (long(elements.count), [UInt8]())
        let start = 128 + 4 + 12 * elements.count
        for (name, bytes) in elements {
            body += padded(gap)
            table += Array(name.utf8) + long(start + body.count) + long(bytes.count)
            body += padded(bytes)
        }
        var header = [UInt8](repeating: 0, count: 128)
        header.replaceSubrange(0..<4, with: long(start + body.count))
        header[8] = version
        for (place, word) in [(12, "mntr"), (16, colorSpace), (20, "XYZ "), (36, "acsp")] {
            header.replaceSubrange(place..<place + 4, with: Array(word.utf8))
        }
        header.replaceSubrange(68..<80, with: long(0xf6d6) + long(0x10000) + long(0xd32d))
        return Data(header + table + body)
    }

    /// Returns a color in the connection space, in 1/65536.
    public static func xyz(_ x: Int, _ y: Int, _ z: Int) -> [UInt8] {
        Array("XYZ ".utf8) + long(0) + long(x) + long(y) + long(z)
    }

    /// Returns a number in four bytes.
    public static func long(_ value: Int) -> [UInt8] {
        [24, 16, 8, 0].map { (shift: Int) -> UInt8 in UInt8(value >> shift & 255) }
    }

    private static func padded(_ bytes: [UInt8]) -> [UInt8] {
        bytes + [UInt8](repeating: 0, count: (4 - bytes.count % 4) % 4)
    }
}
