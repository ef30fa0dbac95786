// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Lineament

/// An ICC color profile (ISO 15076-1), which is taken over from a file and written to another, but not applied.
///
/// It has only the values that colors are computed from; the rest of a file's profile is not part of an image.
struct ColorProfile {
    let bytes: Data

    /// Larger ones are dropped; those in use have less than a tenth.
    private static let maxSize = 8 << 20
    private static let headerSize = 128
    private static let colorSpacePlace = 16

    /// Creates a profile from that of a file; `nil` if the bytes are none, are damaged, or are one for other colors than gray
    /// and RGB.
    init?(_ bytes: Data) {
        guard bytes.count >= Self.headerSize, bytes.count <= Self.maxSize,
            let reduced = ReducedProfile(BigEndianBytes(bytes))
        else { return nil }
        self.bytes = Data(reduced.bytes)
    }

    /// Whether the profile is one for pixels of a format. One for inks is not, since they are converted to RGB.
    func fits(_ format: PixelFormat) -> Bool {
        let name = bytes.dropFirst(Self.colorSpacePlace).prefix(4)
        return name.elementsEqual((format == .gray8 ? "GRAY" : "RGB ").utf8)
    }
}

// In JPEG files, a profile is split over segments, each with its number and their count (ICC.1, annex B.4).
extension ColorProfile {
    private static let marker: UInt8 = 0xe2
    private static let name = Array("ICC_PROFILE\0".utf8)
    private static let headLength = name.count + 2

    /// Creates the profile of a JPEG file; `nil` if it has none, or an incomplete one.
    init?(jpeg bytes: UnsafeRawBufferPointer) {
        var parts: [UInt8: (count: UInt8, content: UnsafeRawBufferPointer)] = [:]
        for segment in IteratorSequence(JPEGSegments(bytes)) where segment.marker == Self.marker {
            let body = segment.body
            guard body.count > Self.headLength, body.starts(with: Self.name) else { continue }
            let content = UnsafeRawBufferPointer(rebasing: body[Self.headLength...])
            parts[body[Self.name.count]] = (body[Self.name.count + 1], content)
        }
        guard let count = parts[1]?.count, count > 0 else { return nil }
        var profile = Data()
        for number in 1...count {
            guard let part = parts[number] else { return nil }
            profile.append(contentsOf: part.content)
        }
        self.init(profile)
    }

    /// Returns a JPEG file with the profile after its first segment, which names the format (JFIF).
    func embedded(in jpeg: Data) -> Data {
        let maxLength = 0xffff - 2 - Self.headLength
        let count = (bytes.count + maxLength - 1) / maxLength
        guard count <= 255 else { return jpeg }
        let segments = (1...max(1, count)).map { number in
            let part = bytes.dropFirst((number - 1) * maxLength).prefix(maxLength)
            return (marker: Self.marker, body: Self.name + [UInt8(number), UInt8(count)] + part)
        }
        return JPEGSegments.inserting(segments, into: jpeg)
    }
}

extension PixelBuffer {
    /// Returns the pixels with a profile, if it is one for their format.
    func withColorProfile(_ profile: ColorProfile?) -> PixelBuffer {
        withColorProfile(profile.flatMap { $0.fits(format) ? $0.bytes : nil })
    }

    /// The profile that a file of the pixels gets.
    var embeddedProfile: ColorProfile? {
        colorProfile.flatMap(ColorProfile.init).flatMap { $0.fits(format) ? $0 : nil }
    }
}
