// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// The Swift compiler, which checks code against the modules that the tests were built with.
public struct Compiler {
    private let products = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
        .deletingLastPathComponent().path
    /// The folders of modules that take precedence over the package's own.
    private let moduleFolders: [String]
    /// The version of the language that the code is checked as.
    public var languageMode = "6"
    /// The folder of the package's own modules.
    private let ownModules: String

    /// Creates a compiler that sees all modules.
    public init(languageMode: String = "6") {
        moduleFolders = []
        self.languageMode = languageMode
        ownModules = "\(products)/Modules"
    }

    /// Creates a compiler that does not see the modules that have the names of Apple's.
    /// - Parameter folder: Where links to the other modules are made.
    public init(hidingStandInsIn folder: URL, moduleFolders: [String]) throws {
        self.moduleFolders = moduleFolders
        ownModules = folder.path
        let originals = try FileManager.default.contentsOfDirectory(
            atPath: TestData.packageRoot.appendingPathComponent("Sources/Dialects/Originals").path)
        let hidden = Set((originals + ["LineamentAppleTypes"]).map { "\($0).swiftmodule" })
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for name in try FileManager.default.contentsOfDirectory(atPath: "\(products)/Modules")
        where !hidden.contains(name) {
            try FileManager.default.createSymbolicLink(
                atPath: folder.appendingPathComponent(name).path, withDestinationPath: "\(products)/Modules/\(name)")
        }
    }

    /// Returns the diagnostics for code that uses the package; empty if there are none.
    public func typeCheck(_ files: [URL]) throws -> String {
        try run(["-typecheck", "-suppress-warnings"] + files.map(\.path))
    }

    /// Creates a module from source files in `folder` and returns the diagnostics, including warnings.
    public func makeModule(
        _ name: String, of files: [URL], in folder: URL, options: [String] = []
    ) throws -> String {
        let module = folder.appendingPathComponent("\(name).swiftmodule").path
        return try run(
            ["-emit-module", "-wmo", "-module-name", name, "-parse-as-library", "-emit-module-path", module] + options
                + files.map(\.path))
    }

    private func run(_ arguments: [String]) throws -> String {
        try Self.output(of: ["swiftc", "-swift-version", languageMode] + searchPaths() + arguments)
    }

    private func searchPaths() -> [String] {
        var paths = (moduleFolders + [ownModules]).flatMap { ["-I", $0] }
        let modules = [
            "CLineamentLiteRT", "CLineamentKernels", "CLineamentTurboJPEG", "CLineamentVips", "CLineamentFFmpeg",
            "CLineamentCairo", "CLineamentONNX",
        ]
        for module in modules { paths += ["-Xcc", "-fmodule-map-file=\(products)/\(module).build/module.modulemap"] }
        return paths
    }

    /// Returns the standard output and standard error of a command.
    private static func output(of command: [String]) throws -> String {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = command
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return process.terminationStatus == 0 || !text.isEmpty ? text : "\(command[0]) failed"
    }
}
