// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Lineament

/// An animated WebP file, which FFmpeg does not take apart: its pictures as a stream of still files, and their places.
struct WebPAnimation {
    /// A picture of an animation, which may cover a part of it only.
    struct Picture {
        let x: Int
        let y: Int
        let width: Int
        let height: Int
        /// The time from which it is shown, in seconds.
        let time: Double
        /// Whether it is laid over what was there before; otherwise it replaces that.
        let isBlended: Bool
        /// Whether its place is transparent when the next one is drawn.
        let isCleared: Bool
    }

    /// The width of the animation, in pixels.
    let width: Int
    /// The height of the animation, in pixels.
    let height: Int
    private(set) var pictures: [Picture] = []
    /// The time that all pictures are shown for, in seconds.
    private(set) var duration = 0.0
    /// Whether the file ends before its last picture does.
    private(set) var isTruncated = false
    private let stills: MemoryFile

    /// The path of the stream of still files.
    var path: String { stills.path }
    /// The average frame rate, in frames per second; `nil` without pictures.
    var frameRate: Double? { pictures.isEmpty ? nil : Double(pictures.count) / duration }

    private static let animationFlag: UInt8 = 2
    /// The length of what comes before the chunks of a file: RIFF, its size, WEBP.
    private static let headSize = 12
    /// Browsers show pictures of a shorter time, in milliseconds, for that of ``usualTime``.
    private static let shortestTime = 11
    private static let usualTime = 100

    /// Reads a file; `nil` if it is not an animated WebP file.
    /// - Parameter name: The name in error messages.
    /// - Throws: `LineamentError` with code `dataLoss` if a picture is not inside the animation, `resourceExhausted` if there
    ///   is not enough memory.
    init?(_ path: String, name: String) throws {
        var status = stat()
        // A pipe can be read only once.
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            let file = FileHandle(forReadingAtPath: path)
        else { return nil }
        defer { try? file.close() }
        guard let head = try? file.read(upToCount: Self.headSize), head.starts(with: Data("RIFF".utf8)),
            head.dropFirst(8).elementsEqual("WEBP".utf8)
        else { return nil }
        // After RIFF and the size, which counts from here.
        let declared = head.littleEndian(at: 4, bytes: 4) + 8
        var chunks = RIFFChunks(file, byteCount: min(declared, Int(status.st_size)) - Self.headSize)
        guard let first = chunks.next(), first.name == "VP8X", first.body.count >= 10,
            first.body[0] & Self.animationFlag != 0
        else { return nil }
        width = first.body.littleEndian(at: 4, bytes: 3) + 1
        height = first.body.littleEndian(at: 7, bytes: 3) + 1
        do {
            stills = try MemoryFile()
            while let chunk = chunks.next() {
                if chunk.name == "ANMF" { try add(chunk.body, name: name) }
            }
        } catch let error as LineamentError {
            throw error
        } catch {
            throw LineamentError(
                .resourceExhausted, "There is not enough memory to read \(name).", underlyingError: error)
        }
        isTruncated = chunks.isTruncated || declared > Int(status.st_size)
    }

    /// Adds the picture of a chunk.
    private mutating func add(_ body: Data, name: String) throws {
        let headSize = 16
        guard body.count >= headSize else { throw LineamentError.damaged(name, "a picture has no header") }
        let picture = Picture(
            x: 2 * body.littleEndian(at: 0, bytes: 3), y: 2 * body.littleEndian(at: 3, bytes: 3),
            width: body.littleEndian(at: 6, bytes: 3) + 1, height: body.littleEndian(at: 9, bytes: 3) + 1,
            time: duration, isBlended: body[15] & 2 == 0, isCleared: body[15] & 1 != 0)
        guard picture.x + picture.width <= width, picture.y + picture.height <= height else {
            throw LineamentError.damaged(name, "a picture is not inside the animation")
        }
        let time = body.littleEndian(at: 12, bytes: 3)
        duration += Double(time < Self.shortestTime ? Self.usualTime : time) / 1000
        pictures.append(picture)
        let chunks = Self.imageChunks(Data(body.dropFirst(headSize)))
        guard !chunks.isEmpty else { throw LineamentError.damaged(name, "a picture has no pixels") }
        try stills.append(Self.still(chunks, picture))
    }

    /// Returns the chunks of a picture that its pixels are in: what else a file may have, such as a header of its own, makes
    /// FFmpeg end the process.
    private static func imageChunks(_ chunks: Data) -> Data {
        var kept = Data()
        var rest = chunks
        while rest.count >= 8 {
            let name = String(decoding: rest.prefix(4), as: UTF8.self)
            let length = rest.littleEndian(at: 4, bytes: 4)
            let chunk = rest.prefix(8 + length + length % 2)
            rest = Data(rest.dropFirst(chunk.count))
            let isImage = ["VP8 ", "VP8L"].contains(name)
            if isImage || (name == "ALPH" && kept.isEmpty) { kept += chunk }
            if isImage { return kept }
        }
        return Data()
    }

    /// Returns a still file of the chunks of a picture.
    private static func still(_ chunks: Data, _ picture: Picture) -> Data {
        let hasAlpha = chunks.starts(with: Data("ALPH".utf8))
        var head = Data()
        if hasAlpha {
            let alphaFlag = 16
            head = Data("VP8X".utf8) + number(10, bytes: 4) + number(alphaFlag, bytes: 4)
            head += number(picture.width - 1, bytes: 3) + number(picture.height - 1, bytes: 3)
        }
        let size = 4 + head.count + chunks.count
        return Data("RIFF".utf8) + number(size, bytes: 4) + Data("WEBP".utf8) + head + chunks
    }

    private static func number(_ value: Int, bytes: Int) -> Data {
        Data((0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) })
    }
}
