// SPDX-License-Identifier: Apache-2.0
internal import CLineamentLiteRT
public import Foundation
internal import Locking
internal import Logging

/// The folders that are searched for the runtime library and the models.
///
/// The order is: ``additional``; `$LINEAMENT_HOME`; `share/lineament` next to the folder of the running program, where
/// `make install` puts it; `.lineament` in the package that the running program was built in; and
/// `~/.local/share/lineament`. Where Lineament is part of a shared library, such as the one for C and Python, the
/// library's place counts instead of the program's. Each folder contains a folder `lib` and a folder `models`. A
/// file is rejected if every user can write to it, its folder or the asset folder.
public enum AssetFolders {
    /// Folders to search before all others. Set this before creating the first task.
    public static var additional: [URL] {
        get { named.withLock { $0 } }
        set { named.withLock { $0 = newValue } }
    }

    private static let named = Locked<[URL]>([])

    /// Puts a folder first in the search order.
    /// - Throws: ``LineamentError`` with code `notFound` if there is no such folder.
    package static func add(_ folder: URL) throws {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: folder.path, isDirectory: &isFolder), isFolder.boolValue else {
            throw LineamentError(.notFound, "There is no folder \(folder.path).")
        }
        named.withLock { named in
            named.removeAll { $0 == folder }
            named.insert(folder, at: 0)
        }
    }

    /// All folders in search order, whether or not they exist.
    public static var all: [URL] { additional + (home.map { [$0] } ?? []) + besideCode + [userFolder] }

    /// The folder that `$LINEAMENT_HOME` names; `nil` if it is not set.
    private static var home: URL? {
        let path = ProcessInfo.processInfo.environment["LINEAMENT_HOME"] ?? ""
        return path.isEmpty ? nil : URL(fileURLWithPath: path, isDirectory: true)
    }

    /// The user's own folder, which `lineament models fetch` fills by default.
    public static var userFolder: URL {
        let environment = ProcessInfo.processInfo.environment
        let data =
            environment["XDG_DATA_HOME"].flatMap { $0.isEmpty ? nil : URL(fileURLWithPath: $0) }
            ?? FileManager.default.homeDirectoryForCurrentUser.appendingPathComponent(".local/share")
        return data.appendingPathComponent("lineament", isDirectory: true)
    }

    /// Returns the paths at which a file of `subfolder` is searched, in order.
    public static func candidates(_ subfolder: String, _ file: String) -> [URL] {
        all.map { $0.appendingPathComponent(subfolder).appendingPathComponent(file) }
    }

    /// Returns the first file in search order that exists. If `$LINEAMENT_HOME` is set but the file is from a later
    /// folder, that is logged.
    static func find(_ subfolder: String, _ file: String) -> URL? {
        let found = candidates(subfolder, file).first { FileManager.default.fileExists(atPath: $0.path) }
        if let found, let home, (additional + [home]).allSatisfy({ !found.path.hasPrefix($0.path + "/") }) {
            Logger.lineament.noticeOnce(
                "LINEAMENT_HOME (\(home.path)) has no \(subfolder)/\(file); using \(found.path).")
        }
        return found
    }

    /// The folders that depend on the location of the running program, or of the shared library.
    private static let besideCode: [URL] = {
        let library = lineament_library_path().map { URL(fileURLWithPath: String(cString: $0)) }
        guard let file = library ?? Bundle.main.executableURL else { return [] }
        let folder = file.resolvingSymlinksInPath().deletingLastPathComponent()
        let installed = folder.deletingLastPathComponent().appendingPathComponent("share/lineament")
        return [installed] + (package(of: folder).map { [$0.appendingPathComponent(".lineament")] } ?? [])
    }()

    /// Returns the root of the package that a program was built in: its closest ancestor that contains a manifest.
    private static func package(of folder: URL) -> URL? {
        var folder = folder
        while folder.path != "/" {
            if FileManager.default.fileExists(atPath: folder.appendingPathComponent("Package.swift").path) {
                return folder
            }
            folder = folder.deletingLastPathComponent()
        }
        return nil
    }

    /// Checks that not every user can replace a file.
    /// - Throws: ``LineamentError`` with code `permissionDenied` if the file, its folder, its asset folder or, for a link, the
    ///   folder of its target is world-writable, or if its permissions cannot be read.
    package static func checkIsTrusted(_ file: URL) throws {
        let folder = file.deletingLastPathComponent()
        let linked = file.resolvingSymlinksInPath().deletingLastPathComponent()
        for place in [file, folder, folder.deletingLastPathComponent(), linked] {
            let attributes = try? FileManager.default.attributesOfItem(atPath: place.resolvingSymlinksInPath().path)
            guard let permissions = attributes?[.posixPermissions] as? Int else {
                throw LineamentError(
                    .permissionDenied,
                    "The permissions of \(place.path) cannot be read, so \(file.lastPathComponent) is not loaded.")
            }
            guard permissions & 0o002 != 0 else { continue }
            throw LineamentError(
                .permissionDenied,
                "\(place.path) is writable by every user, so \(file.lastPathComponent) is not loaded from it. "
                    + "Run: chmod o-w \(place.path)")
        }
    }
}
