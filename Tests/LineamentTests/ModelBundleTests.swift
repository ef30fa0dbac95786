// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

@testable import Lineament
@testable import LiteRT

/// A ZIP archive with one member, in which every header field can be falsified.
private struct Archive {
    var name = "face_detector.tflite"
    var data: [UInt8] = Array("twelve bytes".utf8)
    var method: UInt16 = 0
    var flags: UInt16 = 0
    var claimedSize: UInt32?
    var claimedOffset: UInt32 = 0
    var copies = 1

    var bytes: [UInt8] {
        let size = claimedSize ?? UInt32(data.count)
        let local: [UInt8] =
            long(0x0403_4b50) + short(20) + short(flags) + short(method) + long(0) + long(0) + long(size)
            + long(size) + short(UInt16(name.utf8.count)) + short(0) + Array(name.utf8) + data
        let entry: [UInt8] =
            long(0x0201_4b50) + short(20) + short(20) + short(flags) + short(method) + long(0) + long(0)
            + long(size) + long(size) + short(UInt16(name.utf8.count)) + short(0) + short(0) + short(0) + short(0)
            + long(0) + long(claimedOffset) + Array(name.utf8)
        let directory = Array(repeatElement(entry, count: copies).joined())
        return local + directory + long(0x0605_4b50) + short(0) + short(0) + short(UInt16(copies))
            + short(UInt16(copies)) + long(UInt32(directory.count)) + long(UInt32(local.count)) + short(0)
    }

    private func short(_ value: UInt16) -> [UInt8] { [UInt8(value & 0xff), UInt8(value >> 8)] }
    private func long(_ value: UInt32) -> [UInt8] { short(UInt16(value & 0xffff)) + short(UInt16(value >> 16)) }
}

@Suite struct ModelBundleTests {
    private func error(_ bytes: [UInt8]) -> LineamentError? {
        #expect(throws: LineamentError.self) { try ModelBundle(bytes: ModelBytes(bytes), name: "test.task") }
    }

    @Test func readsUncompressedMembers() throws {
        let bundle = try ModelBundle(bytes: ModelBytes(Archive().bytes), name: "test.task")
        #expect(bundle["face_detector.tflite"].map(Array.init) == Array("twelve bytes".utf8))
        #expect(bundle["other"] == nil)
        let missing = #expect(throws: LineamentError.self) { try bundle.required("other.tflite") }
        #expect(missing?.code == .notFound)
        #expect(missing?.message.hasPrefix("No file with name: other.tflite. All files in the model asset") == true)
    }

    @Test func rejectsCompressedMembers() {
        let error = error(Archive(method: 8).bytes)
        #expect(error?.code == .unimplemented)
        #expect(error?.message.contains("compressed") == true)
    }

    @Test func rejectsEncryptedMembers() { #expect(error(Archive(flags: 1).bytes)?.code == .unimplemented) }

    @Test(arguments: ["../evil", "/etc/passwd", "a/../../b", "a\\b", "", "x\0y"])
    func rejectsUnsafeNames(name: String) { #expect(error(Archive(name: name).bytes)?.code == .invalidArgument) }

    @Test func rejectsOversizedClaims() {
        #expect(error(Archive(claimedSize: 0xffff_ffff).bytes)?.code == .dataLoss)
        #expect(error(Archive(claimedOffset: 0xffff_fff0).bytes)?.code == .dataLoss)
        #expect(error(Archive(copies: 100).bytes)?.code == .dataLoss)
        #expect(error(Archive(copies: 2).bytes)?.code == .dataLoss)
    }

    @Test func rejectsTruncatedArchives() {
        let whole = Archive().bytes
        for length in 0..<whole.count {
            #expect(error(Array(whole.prefix(length)))?.summary.contains("test.task") == true)
        }
    }

    @Test func survivesNoise() {
        var generator = SeededGenerator(seed: 9)
        for _ in 0..<2000 {
            var bytes = Archive().bytes
            for _ in 0..<3 {
                bytes[Int.random(in: 0..<bytes.count, using: &generator)] = .random(in: 0...255, using: &generator)
            }
            _ = try? ModelBundle(bytes: ModelBytes(bytes), name: "test.task")
        }
    }
}
