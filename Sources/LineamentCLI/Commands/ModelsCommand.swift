// SPDX-License-Identifier: Apache-2.0
internal import ArgumentParser
internal import Foundation
internal import Lineament
internal import LineamentImages

struct ModelsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "models",
        abstract: "List, verify and download the runtime and the models.",
        subcommands: [List.self, Verify.self, Fetch.self], defaultSubcommand: List.self)

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print the size and location of each file. Exit status 1 if a file that is needed is missing.")

        func run() throws {
            let absent = AssetManifest.names.filter(Self.isAbsent)
            let files = AssetManifest.files.filter { file in
                // CUDA's two dozen files would hide the others where none of them is wanted.
                AssetManifest.name(of: file).map { !absent.contains($0) || AssetManifest.files(named: $0).count == 1 }
                    ?? true
            }
            let width = files.map(\.count).max() ?? 0
            var isMissing = false
            for file in files {
                let padded = file.padding(toLength: width, withPad: " ", startingAt: 0)
                let name = AssetManifest.name(of: file)
                if let found = AssetManifest.place(of: file) {
                    try StandardOutput.write("\(padded)  \(Self.size(of: found))  \(found.path)")
                } else {
                    isMissing = isMissing || AssetManifest.isNeeded(file)
                    let kind = AssetManifest.isNeeded(file) ? "missing" : "missing, optional"
                    try StandardOutput.write(
                        "\(padded)         -  \(kind); run: lineament models fetch\(name.map { " \($0)" } ?? "")")
                }
            }
            for name in absent where AssetManifest.files(named: name).count > 1 {
                let count = AssetManifest.files(named: name).count
                try StandardOutput.write(
                    "\(count) files for \(name): missing, optional; run: lineament models fetch \(name)")
            }
            if GPUStatus.isInstalled { try StandardOutput.write(gpuLines) }
            if isMissing { throw ExitCode.failure }
        }

        /// Whether no file of a name is there.
        private static func isAbsent(_ name: String) -> Bool {
            AssetManifest.files(named: name).allSatisfy { AssetManifest.place(of: $0) == nil }
        }

        /// The lines that say what GPU there is.
        private var gpuLines: String {
            do {
                return """
                    GPU: \(try GPUStatus.found().summary)
                    On the CPU all the same: blendshapes, the detector of small faces (YuNet), decoding, sampling
                    """
            } catch let error as LineamentError {
                return "GPU: none. \(error.summary)"
            } catch {
                return "GPU: none. \(error)"
            }
        }

        /// Returns the size of a file in megabytes, right-aligned.
        private static func size(of file: URL) -> String {
            String(format: "%5.1f MB", Double(FileStatus(path: file.path)?.size ?? 0) / 1e6)
        }
    }

    struct Verify: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: """
                Compare the SHA-256 of each file in one asset folder with the expected one. Exits with status 1 \
                if a required file is missing or any file is damaged.
                """)

        @Option(help: "Folder to check. Default: the first asset folder that exists.")
        var folder: String?

        func run() throws {
            let checked = try ModelsCommand.url(ofFolder: folder) ?? AssetFolders.firstExisting
            try AssetManifest.runScript(["--check"], folder: checked)
        }
    }

    struct Fetch: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Download missing files.",
            discussion: """
                Requires python3 with pip. LINEAMENT_MIRROR names a folder or address to try first. cuda takes 2.1 GB, and 3.5 GB \
                while it is downloaded.

                Examples:
                  lineament models fetch
                  lineament models fetch pose-lite pose-heavy
                  lineament models fetch gpu
                  lineament models fetch cuda
                """)

        @Argument(
            help: ArgumentHelp(
                """
                Optional files to download instead of the missing ones: pose-lite, pose-heavy, which lineament \
                pose-landmarker --model lite uses; gpu, the accelerator for --delegate gpu; cuda, ONNX Runtime, CUDA's \
                libraries and cuDNN for --delegate gpu on an NVIDIA GPU.
                """, valueName: "name"),
            completion: .list(["pose-lite", "pose-heavy", "gpu", "cuda"]))
        var names: [String] = []

        @Option(help: "Folder for the files. Default: LINEAMENT_HOME, or else the user's data folder.")
        var folder: String?

        func validate() throws {
            for name in names where !AssetManifest.names.contains(name) {
                throw ValidationError(
                    "There is no optional file \(name). Use \(AssetManifest.names.joined(separator: " or ")).")
            }
        }

        func run() throws {
            try AssetManifest.runScript(
                [], folder: ModelsCommand.url(ofFolder: folder) ?? AssetManifest.defaultFolder, names: names)
        }
    }
}

extension ModelsCommand {
    /// Returns the folder of an option. An empty path, as that of a variable that is not set, is not the working directory.
    fileprivate static func url(ofFolder path: String?) throws -> URL? {
        guard path != "" else { throw ValidationError("--folder is empty. Name a path, or leave the option out.") }
        return path.map { URL(verbatimPath: $0) }
    }
}

extension AssetFolders {
    fileprivate static var firstExisting: URL {
        all.first { FileManager.default.fileExists(atPath: $0.path) } ?? userFolder
    }
}
