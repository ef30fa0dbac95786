// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

@testable import LiteRT

/// What the accelerator has compiled is kept whole, or not at all: it crashes on a damaged file.
@Suite final class ShaderCacheTests {
    private let scratch: URL
    private let cache: ShaderCache

    init() throws {
        scratch = FileManager.default.temporaryDirectory.appendingPathComponent("lineament-\(UUID())")
        try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
        let accelerator = scratch.appendingPathComponent("accelerator.so")
        try Data("accelerator".utf8).write(to: accelerator)
        cache = try #require(ShaderCache(folder: scratch.appendingPathComponent("cache/gpu"), accelerator: accelerator))
    }

    deinit { try? FileManager.default.removeItem(at: scratch) }

    private func url(_ path: String) -> URL { scratch.appendingPathComponent(path) }

    /// Returns the file that the accelerator is told to use.
    private func file(of loan: ShaderCache.Loan) throws -> URL {
        let folder = try #require(loan.settings.firstMatch(of: /serialization_dir = "(.*)"/)).1
        return URL(fileURLWithPath: String(folder)).appendingPathComponent("shaders_mldrift_compiled_cache.bin")
    }

    private func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: url("cache/gpu").path)
    }

    private func keep(_ text: String) throws {
        let loan = try #require(cache.lend())
        try Data(text.utf8).write(to: file(of: loan))
        loan.giveBack()
    }

    private func kept() throws -> String? {
        let loan = try #require(cache.lend())
        defer { loan.giveBack() }
        return try? String(contentsOf: file(of: loan), encoding: .utf8)
    }

    @Test func whatIsGivenBackIsLentAgain() throws {
        #expect(try kept() == nil)
        try keep("shaders")
        #expect(try kept() == "shaders")
        #expect(try names().count == 1)
        try keep("more shaders")
        #expect(try kept() == "more shaders")
        #expect(try names().count == 1)
    }

    @Test(arguments: [0, 4, 10, -1]) func aDamagedFileIsNotLent(position: Int) throws {
        try keep("shaders")
        let file = try url("cache/gpu").appendingPathComponent(#require(names().first))
        var bytes = try Data(contentsOf: file)
        if position < 0 { bytes.removeLast() } else { bytes[position] ^= 1 }
        try bytes.write(to: file)
        #expect(try kept() == nil)
        try keep("anew")
        #expect(try kept() == "anew")
    }

    /// An accelerator that is updated begins anew, and what the old one kept goes.
    @Test func anotherAcceleratorHasItsOwnShaders() throws {
        try keep("shaders")
        try Data("updated accelerator".utf8).write(to: url("accelerator.so"))
        let updated = try #require(ShaderCache(folder: url("cache/gpu"), accelerator: url("accelerator.so")))
        let loan = try #require(updated.lend())
        #expect(try !FileManager.default.fileExists(atPath: file(of: loan).path))
        try Data("new".utf8).write(to: file(of: loan))
        loan.giveBack()
        #expect(try names().count == 1)
        #expect(try kept() == nil)
    }

    /// A process that was killed leaves its copy, which the next one removes.
    @Test func copiesOfProcessesThatAreGoneAreRemoved() throws {
        let ended = Process()
        ended.executableURL = URL(fileURLWithPath: "/bin/true")
        try ended.run()
        ended.waitUntilExit()
        let folder = url("cache/gpu")
        for process in [ended.processIdentifier, getpid()] {
            try FileManager.default.createDirectory(
                at: folder.appendingPathComponent("process-\(process)-abcdef"), withIntermediateDirectories: true)
        }
        #expect(try kept() == nil)
        #expect(try names() == ["process-\(getpid())-abcdef"])
    }

    @Test func nothingIsKeptWhereOthersCanWrite() throws {
        try keep("shaders")
        try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: url("cache/gpu").path)
        #expect(cache.lend() == nil)
    }

    @Test func nothingIsKeptWhereNoFolderCanBeMade() throws {
        try Data().write(to: url("cache"))
        #expect(cache.lend() == nil)
    }
}
