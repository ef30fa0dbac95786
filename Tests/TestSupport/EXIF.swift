// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// The EXIF orientations, put into files by hand.
public enum EXIF {
    /// Returns a TIFF directory with an orientation as its only entry, which may be an invalid one.
    public static func block(orientation: Int) -> [UInt8] {
        Array("MM".utf8) + [
            0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, UInt8(orientation), 0, 0, 0, 0, 0, 0,
        ]
    }

    /// Returns a JPEG file with an orientation in an APP1 segment.
    /// - Parameter padding: the number of bytes that the segment has in addition, as if for a thumbnail.
    public static func jpeg(_ file: Data, orientation: Int, padding: Int = 0) -> Data {
        let body = Array("Exif\0\0".utf8) + block(orientation: orientation) + [UInt8](repeating: 0x55, count: padding)
        let length = body.count + 2
        return file.prefix(2) + Data([0xff, 0xe1, UInt8(length >> 8), UInt8(length & 255)] + body) + file.dropFirst(2)
    }
}

extension DerivedPixels {
    /// Returns the image as a file with an EXIF orientation, 1 to 8, stores it.
    public func stored(as orientation: Int) -> DerivedPixels {
        switch orientation {
        case 2: mirrored()
        case 3: turned(180)
        case 4: mirrored().turned(180)
        case 5: mirrored().turned(270)
        case 6: turned(270)
        case 7: mirrored().turned(90)
        case 8: turned(90)
        default: self
        }
    }

    /// The mean difference of a value from that of another image of the same size.
    public func meanDifference(from other: DerivedPixels) -> Double {
        guard width == other.width, height == other.height else { return .infinity }
        let sum = zip(bytes, other.bytes).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
        return Double(sum) / Double(max(1, bytes.count))
    }

    /// Returns the image in shades of gray.
    public func gray() -> DerivedPixels {
        let weights = [77, 150, 29]
        var gray: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let sum = (0..<3).reduce(128) { $0 + Int(bytes[start + $1]) * weights[$1] }
            gray += repeatElement(UInt8(sum >> 8), count: 3)
        }
        return DerivedPixels(width: width, height: height, bytes: gray)
    }

    /// Returns the image with each value replaced by the nearest of `count` values from 0 to 255.
    public func posterized(_ count: Int) -> DerivedPixels {
        let steps = count - 1
        let table = (0..<256).map { (level: Int) -> UInt8 in
            let step: Int = (level * steps + 127) / 255
            return UInt8(step * 255 / steps)
        }
        return DerivedPixels(width: width, height: height, bytes: bytes.map { table[Int($0)] })
    }
}
