// SPDX-License-Identifier: Apache-2.0
import Foundation
import Lineament
import Testing

@testable import LineamentImages

@Suite struct ExifOrientationTests {
    /// Returns a JPEG header with an EXIF block in either byte order.
    private func jpeg(orientation: UInt8, isLittleEndian: Bool, type: UInt8 = 3) -> [UInt8] {
        func short(_ value: UInt8) -> [UInt8] { isLittleEndian ? [value, 0] : [0, value] }
        func long(_ value: UInt8) -> [UInt8] { isLittleEndian ? [value, 0, 0, 0] : [0, 0, 0, value] }
        let tag: [UInt8] = isLittleEndian ? [0x12, 0x01] : [0x01, 0x12]
        let order = Array((isLittleEndian ? "II" : "MM").utf8)
        let value = type == 4 ? long(orientation) : short(orientation) + [0, 0]
        let entry = tag + short(type) + long(1) + value
        let tiff = order + short(42) + long(8) + short(1) + entry + long(0)
        let body = Array("Exif\0\0".utf8) + tiff
        return [0xff, 0xd8, 0xff, 0xe1, 0, UInt8(body.count + 2)] + body + [0xff, 0xda, 0, 2]
    }

    private func orientation(_ bytes: [UInt8]) -> Int? {
        bytes.withUnsafeBytes { ImageOrientation(jpeg: $0)?.exifValue }
    }

    @Test(arguments: [true, false], [UInt8(3), 4])
    func readsBothByteOrders(isLittleEndian: Bool, type: UInt8) {
        for value in UInt8(1)...8 {
            let bytes = jpeg(orientation: value, isLittleEndian: isLittleEndian, type: type)
            #expect(orientation(bytes) == Int(value))
        }
    }

    @Test func ignoresInvalidValues() {
        #expect(orientation(jpeg(orientation: 9, isLittleEndian: true)) == nil)
        #expect(orientation(jpeg(orientation: 0, isLittleEndian: false)) == nil)
        #expect(orientation([0xff, 0xd8]) == nil)
        #expect(orientation([]) == nil)
    }

    @Test func survivesTruncationAndNoise() {
        let whole = jpeg(orientation: 6, isLittleEndian: true)
        for length in 0..<whole.count { _ = orientation(Array(whole.prefix(length))) }
        for index in whole.indices {
            for value in [UInt8(0), 1, 0x7f, 0xff] {
                var bytes = whole
                bytes[index] = value
                _ = orientation(bytes)
            }
        }
    }
}
