// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

@testable import Lineament

@Suite struct AssetFoldersTests {
    /// A world-writable folder is rejected with an error that names the remedy.
    @Test func worldWritableFoldersAreRejected() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("lineament-\(UUID().uuidString)")
        let file = folder.appendingPathComponent("lib/libLiteRt.so")
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data().write(to: file)
        try AssetFolders.checkIsTrusted(file)
        for place in [folder, file.deletingLastPathComponent(), file] {
            try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: place.path)
            let error = #expect(throws: LineamentError.self) { try AssetFolders.checkIsTrusted(file) }
            #expect(error?.code == .permissionDenied)
            #expect(error?.message.contains("chmod o-w") == true)
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: place.path)
        }
    }

    /// A link is as safe as the folder of the file that it leads to.
    @Test func linksIntoWorldWritableFoldersAreRejected() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("lineament-\(UUID().uuidString)")
        let (target, link) = (folder.appendingPathComponent("shared/a"), folder.appendingPathComponent("lib/a"))
        defer { try? FileManager.default.removeItem(at: folder) }
        for place in [target, link].map({ $0.deletingLastPathComponent() }) {
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        }
        try Data().write(to: target)
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: target)
        try AssetFolders.checkIsTrusted(link)
        let shared = target.deletingLastPathComponent()
        try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: shared.path)
        let error = #expect(throws: LineamentError.self) { try AssetFolders.checkIsTrusted(link) }
        #expect(error?.message.contains("chmod o-w \(shared.resolvingSymlinksInPath().path)") == true)
    }

    /// A folder that cannot be checked is not trusted.
    @Test func filesWithoutKnownPermissionsAreRejected() {
        let error = #expect(throws: LineamentError.self) {
            try AssetFolders.checkIsTrusted(URL(fileURLWithPath: "/no/such/lib/libLiteRt.so"))
        }
        #expect(error?.code == .permissionDenied)
        #expect(error?.message.contains("/no/such/lib") == true)
    }

    /// Folders come from the host, the environment, the program and the user, never from an arbitrary parent folder.
    @Test func onlyConfiguredFoldersAreSearched() {
        let allowed = Set(
            AssetFolders.additional.map(\.path)
                + [
                    ProcessInfo.processInfo.environment["LINEAMENT_HOME"] ?? "", AssetFolders.userFolder.path,
                    TestData.packageRoot.appendingPathComponent(".lineament").path,
                ])
        for folder in AssetFolders.all where !folder.path.hasSuffix("share/lineament") {
            #expect(allowed.contains(folder.path), "\(folder.path)")
        }
    }
}
