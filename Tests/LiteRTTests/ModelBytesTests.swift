// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

@testable import LiteRT

@Suite struct ModelBytesTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)

    /// Creates a file of several pages with different contents.
    private func file(_ bytes: [UInt8] = (0..<50_000).map { UInt8(truncatingIfNeeded: $0 / 7) }) throws -> URL {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let url = folder.appendingPathComponent(UUID().uuidString)
        try Data(bytes).write(to: url)
        return url
    }

    @Test func bytesEqualTheFile() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let url = try file()
        let whole = try Array(Data(contentsOf: url))
        let bytes = try #require(ModelBytes(contentsOf: url.path))
        #expect(Array(bytes) == whole)
        #expect(bytes.elementsEqual(whole))
        let part = bytes[4096..<20_001]
        try #require(Array(part) == Array(whole[4096..<20_001]))
        #expect(part[5000] == whole[5000])
        #expect(Array(ModelBytes(whole)[3..<9]) == Array(whole[3..<9]))
        #expect(part.copy(reserving: 5) == Array(part))
        #expect(part.copy(reserving: 5).capacity >= part.count + 5)
    }

    @Test func nonFilesAreNil() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        #expect(try ModelBytes(contentsOf: file([]).path) == nil)
        #expect(ModelBytes(contentsOf: folder.path) == nil)
        #expect(ModelBytes(contentsOf: "/no/such/file") == nil)
        #expect(ModelBytes(contentsOf: "/dev/null") == nil)
    }

    /// A part of a file is mapped if its offset is a multiple of 16, and copied otherwise.
    @Test(arguments: [0, 16, 4096, 4100, 8192, 33])
    func writesDoNotReachTheFile(start: Int) throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let url = try file()
        let whole = try Array(Data(contentsOf: url))
        let bytes = try #require(ModelBytes(contentsOf: url.path))
        let plain = ModelMemory(bytes[start..<45_000])
        let changed = plain.copy(writing: [.init(position: 8, value: -2), .init(position: 20_000, value: 0x0403_0201)])
        let again = changed.copy(writing: [.init(position: 12, value: 7)])
        plain.giveBack()
        changed.giveBack()
        again.giveBack()
        var expected = Array(whole[start..<45_000])
        #expect(Array(plain.readable) == expected)
        expected.replaceSubrange(8..<12, with: [0xfe, 0xff, 0xff, 0xff])
        expected.replaceSubrange(20_000..<20_004, with: [1, 2, 3, 4])
        #expect(Array(changed.readable) == expected)
        expected.replaceSubrange(12..<16, with: [7, 0, 0, 0])
        #expect(Array(again.readable) == expected)
        #expect(Array(again.bytes) == expected)
        #expect(try Array(Data(contentsOf: url)) == whole)
    }

    @Test func aModifiedFileIsNotCompiledAgain() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let detector = try Data(contentsOf: URL(fileURLWithPath: TestData.model("face_detection_short_range.tflite")))
        let runtime = try Runtime.shared(
            TestData.assets.appendingPathComponent("lib/\(Runtime.libraryName)"), searched: [])
        let (kept, changed) = (try file(Array(detector)), try file(Array(detector)))
        // Some file systems store times of whole seconds.
        let anHourAgo = Date(timeIntervalSinceNow: -3600)
        for url in [kept, changed] {
            try FileManager.default.setAttributes([.modificationDate: anHourAgo], ofItemAtPath: url.path)
        }
        let models = try [kept, changed].map {
            try Model(bytes: #require(ModelBytes(contentsOf: $0.path)), name: $0.lastPathComponent, runtime: runtime)
        }
        let compiled = try models.map { try LiteRTCompiledModel($0, threads: 1) }
        // A new file with the same name is a different file.
        try Data("another".utf8).write(to: kept, options: .atomic)
        let writer = try FileHandle(forWritingTo: changed)
        try writer.write(contentsOf: Data([1, 2, 3]))
        try writer.close()
        #expect(throws: Never.self) { try LiteRTCompiledModel(models[0], threads: 1) }
        let error = #expect(throws: LiteRTError.self) { try LiteRTCompiledModel(models[1], threads: 1) }
        #expect(error?.message.contains("modified while in use") == true)
        for each in compiled { try each.run() }
    }
}
