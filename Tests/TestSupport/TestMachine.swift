// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Lineament

/// What the tests run on.
public enum TestMachine {
    /// The processor with its family, the cores, the system, the runtime, and where the references are from; a line each.
    public static var description: String {
        """
        processor: \(processor) (\(ProcessorFamily.current.rawValue)), \(Cores.available) of \(cores)
        system: \(ProcessInfo.processInfo.operatingSystemVersionString)
        runtime: \(runtime)
        references: \(references)
        """
    }

    private static var processor: String {
        if let pretended = ProcessInfo.processInfo.environment["LINEAMENT_PROCESSOR"] { return "as \(pretended)" }
        let lines = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8))?.split(separator: "\n") ?? []
        let name = lines.first { $0.hasPrefix("model name") || $0.hasPrefix("Hardware") }?.split(separator: ":").last
        return name.map { $0.trimmingCharacters(in: .whitespaces) } ?? "unknown"
    }

    private static var cores: String {
        let count = ProcessInfo.processInfo.processorCount
        return count == 1 ? "1 core" : "\(count) cores"
    }

    /// The package and version that the list of downloads has for the runtime.
    private static var runtime: String {
        let list = TestData.packageRoot.appendingPathComponent("Sources/LineamentCLI/Assets/manifest.txt")
        let lines = (try? String(contentsOf: list, encoding: .utf8))?.split(separator: "\n") ?? []
        let row = lines.map { $0.split(separator: " ") }.first { $0.count > 3 && $0[0] == "lib/libLiteRt.so" }
        return row.map { String($0[3]).replacing("==", with: " ") } ?? "unknown"
    }

    private static var references: String {
        guard let stored = try? DerivedReference.stored.get() else { return "none" }
        return "MediaPipe \(stored.mediaPipe) on a processor with \(stored.machine)"
    }
}
