// SPDX-License-Identifier: Apache-2.0
internal import CLineamentFFmpeg
internal import Foundation
internal import Lineament

/// Recognizes animated PNG files, also where a color profile stands before what FFmpeg recognizes them by.
///
/// FFmpeg looks into the first two kilobytes only, and takes the others for stills.
enum AnimatedPNG {
    private static let signature: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
    /// The number of chunks before the pixels that are looked at.
    private static let maxChunks = 64

    /// Prepares a stream of PNG pictures: FFmpeg does not decode any before ``checkTexts(in:of:)`` has seen it.
    /// - Throws: `LineamentError` with code `resourceExhausted` if the texts before its pictures are too large.
    static func prepare(_ stream: AVStream, of name: String) throws {
        let parameters = stream.codecpar
        guard has(parameters.codec_id) else { return }
        // FFmpeg decodes the first pictures to find out the format, which is not needed here.
        parameters.format = AV_PIX_FMT_RGBA.rawValue
        try checkTexts(
            in: UnsafeRawBufferPointer(start: parameters.extradata, count: Int(parameters.extradata_size)), of: name)
    }

    /// Whether a codec is that of PNG pictures.
    static func has(_ codec: AVCodecID) -> Bool { codec == AV_CODEC_ID_PNG || codec == AV_CODEC_ID_APNG }

    /// Refuses a picture, or what stands before the first, with more texts than ``PNGTexts/maxSize``. FFmpeg keeps all of them, and
    /// expands those before the first picture again for each decoder.
    /// - Throws: `LineamentError` with code `resourceExhausted`.
    static func checkTexts(in bytes: UnsafeRawBufferPointer, of name: String) throws {
        guard textSize(of: bytes) <= PNGTexts.maxSize else {
            throw LineamentError(
                .resourceExhausted,
                "\(name) has more than \(PNGTexts.maxSize >> 10) KiB of texts beside its pictures (PNG chunks zTXt, iTXt, tEXt), "
                    + "which would be expanded. Save it again without them.")
        }
    }

    /// Returns the number of bytes in text chunks, which may follow the signature of a file.
    private static func textSize(of bytes: UnsafeRawBufferPointer) -> Int {
        var total = 0
        var position = bytes.starts(with: signature) ? signature.count : 0
        while position + 8 <= bytes.count {
            let length = bytes[position..<position + 4].reduce(0) { $0 << 8 | Int($1) }
            let name = String(decoding: bytes[position + 4..<position + 8], as: UTF8.self)
            if PNGTexts.names.contains(name) { total += length }
            position += length + 12
        }
        return total
    }

    /// Returns whether a file has more pictures than one, as its chunks before the pixels say.
    static func isAt(_ path: String) -> Bool {
        var status = stat()
        // A pipe can be read only once.
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            let file = FileHandle(forReadingAtPath: path)
        else { return false }
        defer { try? file.close() }
        guard let start = try? file.read(upToCount: signature.count), start.elementsEqual(signature) else {
            return false
        }
        var position = UInt64(signature.count)
        for _ in 0..<maxChunks {
            guard (try? file.seek(toOffset: position)) != nil,
                let head = try? file.read(upToCount: 8), head.count == 8
            else { return false }
            switch String(decoding: head.suffix(4), as: UTF8.self) {
            case "acTL": return true
            case "IDAT", "IEND": return false
            default: break
            }
            // After a chunk's length and name come its bytes and their checksum.
            position += head.prefix(4).reduce(0) { $0 << 8 | UInt64($1) } + 12
        }
        return false
    }
}
