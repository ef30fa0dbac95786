public import Foundation
internal import LiteRT

/// The folders in which the runtime library and the models are looked for.
///
/// In this order: ``additional``; `$LINEAMENT_HOME`; `share/lineament` beside the folder of the running program, as
/// `make install` lays it out; `.lineament` of the package that the running program was built in; and
/// `~/.local/share/lineament`. Each has a folder `lib` and a folder `models`. A folder that other users can write to is
/// refused.
public enum AssetFolders {
    /// Folders that come before all others. Set them before the first task is made.
    public static var additional: [URL] {
        get { named.withLock { $0 } }
        set { named.withLock { $0 = newValue } }
    }

    private static let named = Locked<[URL]>([])

    /// The folders, whether they exist or not.
    public static var all: [URL] {
        let home = ProcessInfo.processInfo.environment["LINEAMENT_HOME"].flatMap { $0.isEmpty ? nil : $0 }
        return additional + (home.map { [URL(fileURLWithPath: $0, isDirectory: true)] } ?? []) + besideProgram
            + [userFolder]
    }

    /// The user's own folder, which `lineament models fetch` fills unless told otherwise.
    public static var userFolder: URL {
        let environment = ProcessInfo.processInfo.environment
        let data =
            environment["XDG_DATA_HOME"].flatMap { $0.isEmpty ? nil : URL(fileURLWithPath: $0) }
            ?? FileManager.default.homeDirectoryForCurrentUser.appendingPathComponent(".local/share")
        return data.appendingPathComponent("lineament", isDirectory: true)
    }

    /// The places where a file of `subfolder` may be, best first.
    public static func candidates(_ subfolder: String, _ file: String) -> [URL] {
        all.map { $0.appendingPathComponent(subfolder).appendingPathComponent(file) }
    }

    private static let besideProgram: [URL] = {
        guard let program = Bundle.main.executableURL?.resolvingSymlinksInPath() else { return [] }
        let folder = program.deletingLastPathComponent()
        let installed = folder.deletingLastPathComponent().appendingPathComponent("share/lineament")
        return [installed] + (package(of: folder).map { [$0.appendingPathComponent(".lineament")] } ?? [])
    }()

    /// The root of the package that a program was built in: the nearest folder above it with a manifest.
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

    /// - Throws: ``LineamentError`` with code `permissionDenied` if other users can replace a file that was found: it, its
    ///   folder or its asset folder is writable by everybody.
    static func checkIsTrusted(_ file: URL) throws {
        let folder = file.deletingLastPathComponent()
        for place in [file, folder, folder.deletingLastPathComponent()] {
            let attributes = try? FileManager.default.attributesOfItem(atPath: place.resolvingSymlinksInPath().path)
            guard let permissions = attributes?[.posixPermissions] as? Int, permissions & 0o002 != 0 else { continue }
            throw LineamentError(
                .permissionDenied,
                "\(place.path) can be written to by everybody, so \(file.lastPathComponent) is not loaded from it. "
                    + "Run: chmod o-w \(place.path)")
        }
    }
}
