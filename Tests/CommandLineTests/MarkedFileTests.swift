// SPDX-License-Identifier: Apache-2.0
import Foundation
import Lineament
import LineamentImages
import TestSupport
import Testing

/// Copies, crops and drawings have nothing of a file but what it shows.
@Suite struct MarkedFileTests {
    /// Writes the files into a folder.
    private static func write(_ files: [MarkedFile], _ scratch: Scratch) throws {
        try FileManager.default.createDirectory(at: scratch.url("in"), withIntermediateDirectories: true)
        for file in files { try file.data.write(to: scratch.url("in/\(file.name)")) }
    }

    private static func outputs(_ folder: String, _ scratch: Scratch) throws -> [(name: String, data: Data)] {
        try FileManager.default.contentsOfDirectory(atPath: scratch.url(folder).path).sorted().map {
            ($0, try Data(contentsOf: scratch.url("\(folder)/\($0)")))
        }
    }

    /// The test finds what it looks for: each mark is in its own file.
    @Test func marksAreInTheFiles() throws {
        for file in try MarkedFile.all() {
            let found = FileContents(file.data).marks
            let whole = file.places.enumerated().filter { !$0.element.hasSuffix("in part") }
            let missing = whole.filter { place, _ in !found.contains { $0.hasSuffix("-\(place)-") } }
            #expect(missing.isEmpty, "\(file.name): \(missing)")
            #expect(file.places.count >= 2)
        }
    }

    @Test(arguments: [
        "redact in --output out/", "redact in --output out/ --how fill --what people",
        "redact in --output out/ --review",
        "face-detector in --annotate out/ --output lines.jsonl", "crop in --output out --table lines.jsonl",
        "crop in --output out --template ffhq --table lines.jsonl",
        "crop in --output out --what people --table lines.jsonl",
    ])
    func nothingButPixelsIsCopied(command: String) throws {
        let scratch = try Scratch()
        let files = try MarkedFile.all()
        try Self.write(files, scratch)
        let outcome = try Program.shell("lineament \(command)", in: scratch.folder)
        #expect(outcome.status == 0, "\(outcome.errors)")
        let outputs = try Self.outputs("out", scratch)
        #expect(outputs.count == files.count, "\(outputs.map(\.name))")
        for (name, data) in outputs {
            let contents = FileContents(data)
            #expect(contents.marks.isEmpty, "\(name): \(contents.marks)")
            #expect(contents.unexpectedParts.isEmpty, "\(name): \(contents.unexpectedParts)")
        }
    }

    /// Also in another format than that of the file.
    @Test(arguments: ["jpg", "png", "webp"]) func copiesInOtherFormatsHaveNoMarks(kind: String) throws {
        let scratch = try Scratch()
        let files = try MarkedFile.all()
        try Self.write(files, scratch)
        for file in files {
            let outcome = try Program.shell(
                "lineament redact in/\(file.name) --output out/\(file.name).\(kind)", in: scratch.folder)
            #expect(outcome.status == 0, "\(outcome.errors)")
        }
        for (name, data) in try Self.outputs("out", scratch) {
            let contents = FileContents(data)
            #expect(contents.marks.isEmpty, "\(name)")
            #expect(contents.unexpectedParts.isEmpty, "\(name)")
        }
    }

    /// What is transparent stays so in the copy, and its colors are gone from the pixels, too.
    @Test func transparencyIsKept() throws {
        let scratch = try Scratch()
        try Self.write(MarkedFile.all().filter { $0.name == "translucent.png" }, scratch)
        let outcome = try Program.shell("lineament redact in/translucent.png --output out.png", in: scratch.folder)
        #expect(outcome.status == 0, "\(outcome.errors)")
        let copy = try ImageDecoder().decode(contentsOf: scratch.url("out.png"))
        #expect(copy.format == .rgba8)
        let lower = try copy.withPlanes { planes in
            let start = planes[0].address + copy.height / 2 * planes[0].bytesPerRow
            return Array(UnsafeRawBufferPointer(start: start, count: copy.height / 2 * planes[0].bytesPerRow))
        }
        #expect(lower.allSatisfy { $0 == 0 })
    }
}

/// The parts of an image file.
private struct FileContents {
    private let data: Data
    private var streams: [Data] = []
    /// The parts that a copy should not have, and what follows its end.
    private(set) var unexpectedParts: [String] = []

    init(_ data: Data) {
        self.data = data
        let bytes = [UInt8](data)
        if bytes.starts(with: [0x89, 0x50]) {
            readPNG(bytes)
        } else if bytes.starts(with: [0xff, 0xd8]) {
            readJPEG(bytes)
        } else if bytes.starts(with: Array("RIFF".utf8)) {
            readWebP(bytes)
        }
    }

    /// The marks in the file, in any form.
    var marks: [String] {
        let letters = MarkedFile.mark.utf16.map { UInt8($0 & 255) }
        let forms = [Data(letters), Data(letters.flatMap { [$0, 0] }), Data(letters.flatMap { [0, $0] })]
        return ([data] + streams).flatMap { stream in
            forms.flatMap { form -> [String] in
                var (found, start) = ([String](), stream.startIndex)
                while let range = stream.range(of: form, in: start..<stream.endIndex) {
                    let text = stream[range.lowerBound..<min(stream.endIndex, range.lowerBound + 64)].filter { $0 > 31 }
                    let words = String(decoding: text, as: UTF8.self).split(separator: "-", maxSplits: 3).prefix(3)
                    found.append(words.joined(separator: "-") + "-")
                    start = range.upperBound
                }
                return found
            }
        }
    }

    private mutating func readPNG(_ bytes: [UInt8]) {
        var place = 8
        while place + 12 <= bytes.count {
            let length = bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
            let name = String(decoding: bytes[place + 4..<place + 8], as: UTF8.self)
            guard place + 12 + length <= bytes.count else { break }
            let body = bytes[place + 8..<place + 8 + length]
            place += 12 + length
            if !["IHDR", "iCCP", "pHYs", "IDAT", "IEND"].contains(name) { unexpectedParts.append(name) }
            if name == "IEND" { break }
            guard let start = Self.streamStart(name, Array(body)) else { continue }
            if let content = Inflate.decompressed(body.dropFirst(start)) { streams.append(Data(content)) }
        }
        if place != bytes.count { unexpectedParts.append("after the end") }
    }

    /// Returns where the compressed part of a chunk begins; nil if it has none.
    private static func streamStart(_ name: String, _ body: [UInt8]) -> Int? {
        let zeros = body.indices.filter { body[$0] == 0 }
        return switch name {
        case "iCCP", "zTXt": zeros.first.map { $0 + 2 }
        case "iTXt": zeros.first.flatMap { end in zeros.filter { $0 > end + 2 }.dropFirst().first.map { $0 + 1 } }
        default: nil
        }
    }

    private mutating func readJPEG(_ bytes: [UInt8]) {
        var place = 2
        while place + 4 <= bytes.count, bytes[place] == 0xff {
            let (marker, length) = (bytes[place + 1], Int(bytes[place + 2]) << 8 | Int(bytes[place + 3]))
            let body = bytes[place + 4..<min(bytes.count, place + 2 + length)]
            let isKnown =
                switch marker {
                case 0xe0: body.starts(with: Array("JFIF\0".utf8)) && length == 16
                case 0xe1: Self.isOrientation(body)
                case 0xe2: body.starts(with: Array("ICC_PROFILE\0".utf8))
                case 0xc0, 0xc2, 0xc4, 0xda, 0xdb: true
                default: false
                }
            if !isKnown { unexpectedParts.append(String(marker, radix: 16)) }
            place += 2 + length
            if marker == 0xda { break }
        }
        let end = zip(place..., zip(bytes[place...], bytes[(place + 1)...])).first { $1 == (0xff, 0xd9) }?.0
        if end.map({ $0 + 2 }) != bytes.count { unexpectedParts.append("after the end") }
    }

    /// Returns whether a segment declares an orientation and nothing else.
    private static func isOrientation(_ body: ArraySlice<UInt8>) -> Bool {
        (1...8).contains { body.elementsEqual(Array("Exif\0\0".utf8) + EXIF.block(orientation: $0)) }
    }

    private mutating func readWebP(_ bytes: [UInt8]) {
        var place = 12
        while place + 8 <= bytes.count {
            let name = String(decoding: bytes[place..<place + 4], as: UTF8.self)
            let length = bytes[place + 4..<place + 8].reversed().reduce(0) { $0 << 8 | Int($1) }
            // libvips writes a block of its own, with the size and the resolution.
            let isOwn = name == "EXIF" && length < 200
            if !isOwn, !["VP8X", "VP8 ", "VP8L", "ALPH", "ICCP"].contains(name) { unexpectedParts.append(name) }
            place += 8 + length + length % 2
        }
        if place != bytes.count { unexpectedParts.append("after the end") }
    }
}
