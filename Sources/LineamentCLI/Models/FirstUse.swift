// SPDX-License-Identifier: Apache-2.0
internal import ArgumentParser
internal import Foundation
internal import Lineament

/// The download of the runtime and the models by the first command on a terminal that misses them.
enum FirstUse {
    /// Whether a person types at the terminal and sees the messages; nothing is downloaded in a pipe or a service.
    private static var isWatched: Bool { isatty(STDIN_FILENO) == 1 && StandardError.isTerminal }

    /// Whether a file that every command needs is in no asset folder.
    private static var isMissing: Bool {
        AssetManifest.files.contains { AssetManifest.isNeeded($0) && AssetManifest.place(of: $0) == nil }
    }

    /// Whether the download is what the error asks for, as nothing else is missing: not a plan, nor a model with a name.
    static func isRemedy(of error: LineamentError) -> Bool {
        error.code == .notFound && error.message.contains("`lineament models fetch`")
    }

    /// Downloads the runtime and the models if they are missing, and starts this program anew with the same arguments.
    ///
    /// Returns if nothing is missing, if not run at a terminal, or if the download failed, as the script reports.
    static func fetchAndRestart() {
        guard isWatched, isMissing, !ModelTrial.isUnderway else { return }
        let folder = AssetManifest.defaultFolder
        StandardError.write(
            .note, "The runtime and the models are downloaded into \(folder.path), once (75 MB). Ctrl-C stops.")
        do {
            try AssetManifest.runScript([], folder: folder)
        } catch let code as ExitCode where code != .failure {
            exit(code.rawValue)
        } catch {
            return
        }
        guard !isMissing, let program = Bundle.main.executablePath else { return }
        execv(program, CommandLine.unsafeArgv)
    }
}
