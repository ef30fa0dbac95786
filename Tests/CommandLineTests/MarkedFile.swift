// SPDX-License-Identifier: Apache-2.0
import Foundation
import Lineament
import LineamentImages
import TestSupport

/// An image file with a mark of its own in each place that its format has for something other than pixels.
struct MarkedFile {
    let name: String
    let data: Data
    /// The places, in the order of their marks.
    let places: [String]

    /// The beginning of all marks.
    static let mark = "SecretMark"

    static func all() throws -> [MarkedFile] {
        let pixels = try Sample.pixels()
        return [
            try jpeg(pixels), png(pixels, isTranslucent: false), png(pixels, isTranslucent: true), try webP(pixels),
            tiff(pixels), gif(pixels), bmp(pixels), pnm(pixels),
        ]
    }

    /// The marks of a file that is being made.
    private struct Marks {
        let name: String
        var places: [String] = []

        /// Returns the next mark.
        mutating func text(_ place: String) -> String {
            places.append(place)
            return "\(MarkedFile.mark)-\(name)-\(places.count - 1)-"
        }

        mutating func bytes(_ place: String) -> [UInt8] { Array(text(place).utf8) }

        /// Returns the next mark as UTF-16.
        mutating func wide(_ place: String) -> [UInt8] { text(place).utf16.flatMap { [UInt8($0 & 255), 0] } }
    }

    // MARK: Blocks that several formats have

    /// Returns a directory of TIFF with entries of texts, numbers and bytes, in the order of Motorola's processors.
    private static func directory(
        _ entries: [(tag: Int, type: Int, value: [UInt8])], at start: Int, next: Int = 0
    ) -> [UInt8] {
        let sizes = [1: 1, 2: 1, 3: 2, 4: 4, 7: 1]
        var table = short(entries.count)
        var values: [UInt8] = []
        let place = start + 2 + 12 * entries.count + 4
        for (tag, type, value) in entries.sorted(by: { $0.tag < $1.tag }) {
            table += short(tag) + short(type) + ICCProfile.long(value.count / (sizes[type] ?? 1))
            if value.count <= 4 {
                table += value + [UInt8](repeating: 0, count: 4 - value.count)
            } else {
                table += ICCProfile.long(place + values.count)
                values += value + [UInt8](repeating: 0, count: value.count % 2)
            }
        }
        return table + ICCProfile.long(next) + values
    }

    /// Returns EXIF data with texts, a note of the maker, a place and a thumbnail.
    private static func exif(_ marks: inout Marks) -> [UInt8] {
        let head = Array("MM".utf8) + [0, 42] + ICCProfile.long(8)
        let names = [
            (270, "description"), (271, "make"), (272, "model"), (305, "software"), (306, "date"), (315, "artist"),
            (33432, "copyright"),
        ]
        var entries = names.map { tag, place in (tag: tag, type: 2, value: marks.bytes("EXIF \(place)") + [0]) }
        entries.append((tag: 40091, type: 1, value: marks.wide("EXIF title in UTF-16")))
        entries.append((tag: 700, type: 1, value: marks.bytes("EXIF's XMP")))
        let inner: [(Int, Int, [UInt8])] = [
            (36867, 2, marks.bytes("EXIF original date") + [0]), (37500, 7, marks.bytes("EXIF maker's note")),
            (37510, 7, Array("ASCII\0\0\0".utf8) + marks.bytes("EXIF user's comment")),
            (42016, 2, marks.bytes("EXIF unique ID") + [0]), (42033, 2, marks.bytes("EXIF serial number") + [0]),
        ]
        let place: [(Int, Int, [UInt8])] = [(27, 7, marks.bytes("GPS method")), (29, 2, marks.bytes("GPS date") + [0])]
        let thumbnail = [0xff, 0xd8, 0xff, 0xfe] + marks.bytes("EXIF thumbnail") + [0xff, 0xd9]
        // Directories of a fixed length follow each other.
        let room = 2048
        entries.append((tag: 34665, type: 4, value: ICCProfile.long(8 + room)))
        entries.append((tag: 34853, type: 4, value: ICCProfile.long(8 + 2 * room)))
        func padded(_ bytes: [UInt8]) -> [UInt8] { bytes + [UInt8](repeating: 0, count: room - bytes.count) }
        let second = directory(
            [
                (513, 4, ICCProfile.long(8 + 4 * room)), (514, 4, ICCProfile.long(thumbnail.count)),
            ], at: 8 + 3 * room)
        return head + padded(directory(entries, at: 8, next: 8 + 3 * room)) + padded(directory(inner, at: 8 + room))
            + padded(directory(place, at: 8 + 2 * room)) + padded(second) + thumbnail
    }

    private static func xmp(_ marks: inout Marks, _ place: String) -> [UInt8] {
        Array("<x:xmpmeta xmlns:x='adobe:ns:meta/'>\(marks.text(place))</x:xmpmeta>".utf8)
    }

    private static func photoshop(_ marks: inout Marks) -> [UInt8] {
        let title = marks.bytes("IPTC title")
        let record: [UInt8] = [0x1c, 2, 5] + short(title.count) + title
        return Array("Photoshop 3.0\0".utf8) + Array("8BIM".utf8) + short(0x0404) + [0, 0]
            + ICCProfile.long(record.count) + record
    }

    private static func profile(_ marks: inout Marks) -> [UInt8] {
        [UInt8](ICCProfile.marked(marks.text("color profile: elements, text, gaps, header, end")).profile)
    }

    private static func short(_ value: Int) -> [UInt8] { [UInt8(value >> 8 & 255), UInt8(value & 255)] }

    private static func little(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(value >> (8 * $0) & 255) }
    }

    // MARK: Formats

    private static func jpeg(_ pixels: PixelBuffer) throws -> MarkedFile {
        var marks = Marks(name: "jpg")
        let plain = try [UInt8](ImageEncoder().encode(pixels, as: .jpeg))
        func segment(_ marker: UInt8, _ body: [UInt8]) -> [UInt8] { [0xff, marker] + short(body.count + 2) + body }
        var file: [UInt8] = [0xff, 0xd8]
        file += segment(0xe0, Array("JFXX\0".utf8) + [0x10] + marks.bytes("JFXX thumbnail"))
        file += segment(0xe1, Array("Exif\0\0".utf8) + exif(&marks))
        file += segment(0xe1, Array("http://ns.adobe.com/xap/1.0/\0".utf8) + xmp(&marks, "XMP"))
        file += segment(
            0xe1,
            Array("http://ns.adobe.com/xmp/extension/\0".utf8) + [UInt8](repeating: 65, count: 40)
                + xmp(&marks, "extended XMP"))
        file += segment(0xe2, Array("ICC_PROFILE\0\u{1}\u{1}".utf8) + profile(&marks))
        file += segment(0xe2, Array("MPF\0MM\0*\0\0\0\u{8}".utf8) + marks.bytes("multi-picture format"))
        file += segment(0xe2, Array("FPXR\0".utf8) + marks.bytes("FlashPix"))
        for marker in UInt8(0xe3)...0xef where marker != 0xed && marker != 0xee {
            file += segment(marker, marks.bytes("application segment \(marker - 0xe0)"))
        }
        file += segment(0xed, photoshop(&marks))
        file += segment(0xee, Array("Ducky".utf8) + marks.bytes("application segment 14"))
        file += segment(0xfe, marks.bytes("comment")) + segment(0xfe, marks.wide("comment in UTF-16"))
        file += plain.dropFirst(2)
        let second = [0xff, 0xd8, 0xff, 0xfe] + short(60) + marks.bytes("second image") + [0xff, 0xd9]
        file += second + marks.bytes("after the end")
        return MarkedFile(name: "marked.jpg", data: Data(file), places: marks.places)
    }

    private static func png(_ pixels: PixelBuffer, isTranslucent: Bool) -> MarkedFile {
        let name = isTranslucent ? "translucent.png" : "marked.png"
        var marks = Marks(name: isTranslucent ? "alpha" : "png")
        let rgb = pixels.rgbBytes
        var samples: [UInt8] = []
        for at in stride(from: 0, to: rgb.count, by: 3) { samples += [rgb[at], rgb[at + 1], rgb[at + 2], 255] }
        if isTranslucent {
            // The letters of the mark are the colors of transparent pixels in each row of the lower half.
            let text = marks.bytes("colors of transparent pixels, in part")
            for row in pixels.height / 2..<pixels.height {
                for column in 0..<pixels.width {
                    let start = 4 * (row * pixels.width + column)
                    for channel in 0..<3 { samples[start + channel] = text[(3 * column + channel) % text.count] }
                    samples[start + 3] = 0
                }
            }
        }
        var file = PNGFile(
            width: pixels.width, height: pixels.height, color: .rgba, samples: samples.map(UInt16.init))
        file.chunks = [
            ("iCCP", Array(marks.text("name of the profile").prefix(70).utf8) + [0, 0] + zlib(profile(&marks))),
            ("pHYs", Array(marks.bytes("physical size, in part").prefix(8)) + [1]),
            ("tEXt", Array("Title\0".utf8) + marks.bytes("text")),
            ("zTXt", Array("Comment\0\0".utf8) + zlib(marks.bytes("compressed text"))),
            ("iTXt", Array("XML:com.adobe.xmp\0\0\0\0\0".utf8) + xmp(&marks, "XMP")),
            ("iTXt", Array("Author\0\u{1}\0de\0Autor\0".utf8) + zlib(marks.bytes("compressed international text"))),
            ("eXIf", exif(&marks)), ("sPLT", marks.bytes("suggested palette") + [0, 8, 1, 2, 3, 4, 0, 1]),
            ("prVt", marks.bytes("private chunk")), ("caBX", marks.bytes("provenance")),
        ]
        var data = file.data
        let end = data.count - 12
        data.insert(
            contentsOf: PNGFile.chunk("tEXt", Array("Late\0".utf8) + marks.bytes("text after the pixels")), at: end)
        data += marks.bytes("after the end")
        return MarkedFile(name: name, data: data, places: marks.places)
    }

    /// Returns a zlib stream of one stored block with its checksum.
    private static func zlib(_ bytes: [UInt8]) -> [UInt8] {
        var (low, high) = (1, 0)
        for byte in bytes {
            low = (low + Int(byte)) % 65521
            high = (high + low) % 65521
        }
        return [0x78, 1, 1] + little(bytes.count, 2) + little(~bytes.count, 2) + bytes
            + ICCProfile.long(high << 16 | low)
    }

    private static func webP(_ pixels: PixelBuffer) throws -> MarkedFile {
        var marks = Marks(name: "webp")
        func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
            Array(name.utf8) + little(body.count, 4) + body + [UInt8](repeating: 0, count: body.count % 2)
        }
        let plain = try [UInt8](ImageEncoder().encode(pixels, as: .webp))
        let size = little(pixels.width - 1, 3) + little(pixels.height - 1, 3)
        // Flags for a profile, EXIF and XMP.
        var parts = chunk("VP8X", [0x20 | 8 | 4, 0, 0, 0] + size) + chunk("ICCP", profile(&marks))
        // libvips adds chunks of its own, so only that of the pixels is taken.
        let start = Data(plain).range(of: Data("VP8 ".utf8))?.lowerBound ?? 12
        let length = plain[start + 4..<start + 8].reversed().reduce(0) { $0 << 8 | Int($1) }
        parts += plain[start..<min(plain.count, start + 8 + length + length % 2)]
        parts += chunk("EXIF", exif(&marks)) + chunk("XMP ", xmp(&marks, "XMP"))
        parts += chunk("priv", marks.bytes("private chunk"))
        let file = Array("RIFF".utf8) + little(parts.count + 4, 4) + Array("WEBP".utf8) + parts
        return MarkedFile(name: "marked.webp", data: Data(file + marks.bytes("after the end")), places: marks.places)
    }

    private static func tiff(_ pixels: PixelBuffer) -> MarkedFile {
        var marks = Marks(name: "tif")
        let rgb = pixels.rgbBytes
        let (head, gap) = (Array("MM".utf8) + [0, 42], marks.bytes("gap"))
        var entries: [(tag: Int, type: Int, value: [UInt8])] = [
            (256, 3, short(pixels.width)), (257, 3, short(pixels.height)), (258, 3, short(8) + short(8) + short(8)),
            (259, 3, short(1)), (262, 3, short(2)), (277, 3, short(3)), (278, 3, short(pixels.height)),
            (279, 4, ICCProfile.long(rgb.count)), (273, 4, ICCProfile.long(8 + gap.count)),
        ]
        let names = [
            (269, "document"), (270, "description"), (271, "make"), (285, "page"), (305, "software"), (315, "artist"),
        ]
        for (tag, place) in names { entries.append((tag, 2, marks.bytes(place) + [0])) }
        entries.append((700, 1, xmp(&marks, "XMP")))
        entries.append((33723, 7, marks.bytes("IPTC")))
        entries.append((34377, 1, photoshop(&marks)))
        entries.append((34675, 7, profile(&marks)))
        entries.append((65000, 2, marks.bytes("private tag") + [0]))
        let start = (8 + gap.count + rgb.count + 1) / 2 * 2
        let body = gap + rgb + [UInt8](repeating: 0, count: start - 8 - gap.count - rgb.count)
        let file = head + ICCProfile.long(start) + body + directory(entries, at: start) + marks.bytes("after the end")
        return MarkedFile(name: "marked.tif", data: Data(file), places: marks.places)
    }

    /// Returns a GIF file in 128 shades of gray; the rest of its palette is text.
    private static func gif(_ pixels: PixelBuffer) -> MarkedFile {
        var marks = Marks(name: "gif")
        let rgb = pixels.rgbBytes
        func blocks(_ bytes: [UInt8]) -> [UInt8] {
            stride(from: 0, to: bytes.count, by: 255).flatMap { start in
                let block = bytes[start..<min(start + 255, bytes.count)]
                return [UInt8(block.count)] + block
            } + [0]
        }
        var (bits, pending, count) = ([UInt8](), 0, 0)
        func put(_ code: Int) {
            pending |= code << count
            count += 9
            while count >= 8 {
                bits.append(UInt8(pending & 255))
                (pending, count) = (pending >> 8, count - 8)
            }
        }
        for index in 0..<pixels.width * pixels.height {
            // Codes stay 9 bits wide as long as the table is cleared before it is full.
            if index % 250 == 0 { put(256) }
            put(Int(rgb[3 * index + 1]) / 2)
        }
        put(257)
        if count > 0 { bits.append(UInt8(pending & 255)) }
        var file = Array("GIF89a".utf8) + little(pixels.width, 2) + little(pixels.height, 2) + [0xf7, 0, 0]
        for shade in 0..<128 { file += [UInt8](repeating: UInt8(2 * shade), count: 3) }
        let unused = marks.bytes("unused colors")
        file += (0..<384).map { unused[$0 % unused.count] }
        file += [0x21, 0xfe] + blocks(marks.bytes("comment"))
        file += [0x21, 0xff, 11] + Array("XMP DataXMP".utf8) + blocks(xmp(&marks, "XMP"))
        file += [0x21, 0xff, 11] + Array("PRIVATE 1.0".utf8) + blocks(marks.bytes("application extension"))
        file += [0x2c, 0, 0, 0, 0] + little(pixels.width, 2) + little(pixels.height, 2) + [0, 8] + blocks(bits)
        file.append(0x3b)
        return MarkedFile(name: "marked.gif", data: Data(file + marks.bytes("after the end")), places: marks.places)
    }

    private static func bmp(_ pixels: PixelBuffer) -> MarkedFile {
        var marks = Marks(name: "bmp")
        let rgb = pixels.rgbBytes
        let gap = marks.bytes("gap")
        let rows = (0..<pixels.height).reversed().flatMap { row in
            (0..<pixels.width).flatMap { column in
                let at = 3 * (row * pixels.width + column)
                return [rgb[at + 2], rgb[at + 1], rgb[at]]
            }
        }
        let start = 54 + gap.count
        let head =
            Array("BM".utf8) + little(start + rows.count, 4) + Array(marks.bytes("reserved, in part").prefix(4))
            + little(start, 4) + little(40, 4) + little(pixels.width, 4) + little(pixels.height, 4) + [1, 0, 24, 0]
            + [UInt8](repeating: 0, count: 24)
        return MarkedFile(
            name: "marked.bmp", data: Data(head + gap + rows + marks.bytes("after the end")), places: marks.places)
    }

    private static func pnm(_ pixels: PixelBuffer) -> MarkedFile {
        var marks = Marks(name: "ppm")
        let head = "P6\n# \(marks.text("comment"))\n\(pixels.width) \(pixels.height)\n255\n"
        return MarkedFile(
            name: "marked.ppm", data: Data(Array(head.utf8) + pixels.rgbBytes + marks.bytes("after the end")),
            places: marks.places)
    }
}
