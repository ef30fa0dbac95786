// SPDX-License-Identifier: Apache-2.0
internal import Foundation

/// The colors that an image file declares beside a profile: how values stand for light, and for which display.
struct CodedColors {
    /// The chunks that say it in a PNG file: names and contents.
    private(set) var chunks: [(name: String, body: [UInt8])] = []

    /// The names of such chunks, and the lengths of their contents. Two had other names in drafts.
    private static let lengths = [
        "cICP": 4, "mDCV": 24, "cLLI": 8, "mDCv": 24, "cLLi": 8, "gAMA": 4, "cHRM": 32, "sRGB": 1,
    ]
    private static let srgbPrimaries = [1, 2]
    private static let srgbTransfers = [1, 2, 6, 13, 14]
    private static let primaries = [9: "BT.2020", 11: "DCI-P3", 12: "Display P3"]
    private static let transfers = [8: "linear light", 16: "PQ", 18: "HLG"]
    /// The gamma of sRGB, in units of 1/100,000, and by how much others differ.
    private static let srgbGamma = 45_455
    private static let gammaTolerance = 1000
    /// Where the boxes of a HEIC or AVIF file end that say how its images are coded.
    private static let longestHeader = 1 << 20

    /// Reads the colors of a PNG, HEIC or AVIF file.
    init(_ bytes: UnsafeRawBufferPointer) {
        switch ImageKind(bytes) {
        case .png: readChunks(bytes)
        case .heif: readBoxes(bytes)
        default: break
        }
    }

    private mutating func readChunks(_ bytes: UnsafeRawBufferPointer) {
        for chunk in PNGChunks(bytes) {
            if chunk.name == "IDAT" { break }
            guard Self.lengths[chunk.name] == chunk.body.count, !chunks.contains(where: { $0.name == chunk.name })
            else {
                continue
            }
            chunks.append((chunk.name, Array(chunk.body)))
        }
    }

    /// Reads the first box of colors; an image has it before thumbnails have theirs.
    private mutating func readBoxes(_ bytes: UnsafeRawBufferPointer) {
        let head = Data(bytes.prefix(Self.longestHeader))
        guard let place = head.range(of: Data("colrnclx".utf8))?.upperBound, place + 7 <= head.count else { return }
        let code = [1, 3].map { head[place + $0] }
        let high = [0, 2].map { head[place + $0] }
        // Codes have two bytes here and one in PNG. RGB has no matrix, and the full range.
        guard high == [0, 0], code.map(Int.init) != [2, 2], !Self.isUsual(code) else { return }
        chunks = [("cICP", code + [0, 1])]
    }

    private static func isUsual(_ code: [UInt8]) -> Bool {
        srgbPrimaries.contains(Int(code[0])) && srgbTransfers.contains(Int(code[1]))
    }

    /// Whether the colors are named by codes, of which there are some for HDR.
    var hasCodes: Bool { chunks.contains { $0.name == "cICP" } }

    /// A description of the differences from sRGB; `nil` if there are none.
    var peculiarity: String? {
        if let code = chunks.first(where: { $0.name == "cICP" })?.body {
            guard !Self.isUsual(code) else { return nil }
            let words = [Self.primaries[Int(code[0])], Self.transfers[Int(code[1])]].compactMap(\.self)
            return words.isEmpty ? "another color space" : words.joined(separator: ", ")
        }
        guard !chunks.contains(where: { $0.name == "sRGB" }),
            let gamma = chunks.first(where: { $0.name == "gAMA" }).flatMap({ BigEndianBytes($0.body).long(0) }),
            abs(gamma - Self.srgbGamma) > Self.gammaTolerance, gamma > 0
        else { return nil }
        return String(format: "gamma %.3g", 100_000 / Double(gamma))
    }

    /// Returns a PNG file with the chunks after its header.
    func declared(inPNG file: Data) -> Data {
        let headerEnd = 33
        guard !chunks.isEmpty, file.count > headerEnd else { return file }
        var added = Data()
        for (name, body) in chunks {
            let named = Data(name.utf8) + Data(body)
            added += Data([UInt8].long(body.count)) + named + Data([UInt8].long(Int(CRC32.checksum(named))))
        }
        var file = file
        file.insert(contentsOf: added, at: file.startIndex + headerEnd)
        return file
    }
}
