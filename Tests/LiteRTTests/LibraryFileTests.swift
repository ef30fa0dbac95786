// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

@testable import LiteRT

/// The loader maps a library that was copied in part, and the process ends with a bus error.
@Suite struct LibraryFileTests {
    private static let library = TestData.assets.appendingPathComponent("lib/\(Runtime.libraryName)")

    @Test func aWholeLibraryIsNotTruncated() {
        #expect(!LibraryFile.isTruncated(Self.library.path))
    }

    @Test(arguments: [100, 5000, 1_000_000])
    func aLibraryThatEndsEarlyIsTruncated(size: Int) throws {
        let scratch = try TemporaryFolder()
        let part = scratch.file("part.so")
        try Data(contentsOf: Self.library).prefix(size).write(to: part)
        #expect(LibraryFile.isTruncated(part.path))
        let error = #expect(throws: LiteRTError.self) { try RuntimeLibrary(path: part.path) }
        #expect(error?.message.contains("truncated") == true)
    }

    /// They are the loader's to refuse.
    @Test func whatIsNoLibraryIsNotTruncated() throws {
        let scratch = try TemporaryFolder()
        try Data("text".utf8).write(to: scratch.file("text.so"))
        for path in [scratch.file("text.so").path, scratch.url.path, "/dev/null", "no-such-library.so"] {
            #expect(!LibraryFile.isTruncated(path))
        }
    }
}
