public import Foundation

/// Where the runtime library and the models are looked for.
///
/// In this order: `$LINEAMENT_HOME`; `share/lineament` beside the folder of the running program, as
/// `make install` lays it out; `.lineament` in a folder above the running program, as `make setup` makes it in
/// a checkout; `~/.local/share/lineament`. Each has a folder `lib` and a folder `models`.
public enum AssetFolders {
    /// The folders, whether they exist or not.
    public static var all: [URL] {
        let environment = ProcessInfo.processInfo.environment
        var folders: [URL] = []
        if let home = environment["LINEAMENT_HOME"], !home.isEmpty {
            folders.append(URL(fileURLWithPath: home, isDirectory: true))
        }
        folders += besideProgram
        folders.append(userFolder)
        return folders
    }

    /// The folder of this user, used where nothing else is said.
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
        var folder = program.deletingLastPathComponent()
        var folders = [folder.deletingLastPathComponent().appendingPathComponent("share/lineament")]
        while folder.path != "/" {
            let candidate = folder.appendingPathComponent(".lineament", isDirectory: true)
            if FileManager.default.fileExists(atPath: candidate.path) { folders.append(candidate) }
            folder = folder.deletingLastPathComponent()
        }
        return folders
    }()
}
