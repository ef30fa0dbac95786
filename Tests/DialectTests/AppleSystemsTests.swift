// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

/// Type checks of the code for Apple platforms against stub modules that declare the required parts of Apple's
/// frameworks (`Tests/AppleStubs`), with UIKit as on iOS and without it as on macOS.
@Suite struct AppleSystemsTests {
    private static let frameworks = [
        "CoreGraphics", "ImageIO", "CoreVideo", "CoreMedia", "CoreImage", "CoreML", "AVFoundation", "simd",
    ]
    private static let modules = [
        "Locking", "LiteRT", "Lineament", "LineamentImages", "LineamentMLKit", "LineamentVision",
    ]
    private static let calls = ["MediaPipeCalls", "MLKitCalls", "VisionCalls"]
    private static let strict = ["InternalImportsByDefault", "MemberImportVisibility", "ExistentialAny"]

    @Test(arguments: [["UIKit"], []])
    func packageTypeChecks(more: [String]) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var compiler = try Compiler(
            hidingStandInsIn: folder.appendingPathComponent("package"), moduleFolders: [folder.path])
        let stubs = TestData.packageRoot.appendingPathComponent("Tests/AppleStubs")

        for framework in Self.frameworks + more {
            // Like Apple's enums, those of the stubs are non-frozen.
            let complaint = try compiler.makeModule(
                framework, of: [stubs.appendingPathComponent("\(framework).swift")], in: folder,
                options: ["-enable-library-evolution", "-suppress-warnings"])
            try #require(complaint.isEmpty, "\(complaint)")
        }
        let features = Self.strict.flatMap { ["-enable-upcoming-feature", $0] }
        for module in Self.modules {
            let complaint = try compiler.makeModule(
                module, of: Self.sources(of: module), in: folder, options: features + ["-package-name", "lineament"])
            try #require(!complaint.contains("error:"), "\(complaint)")
        }
        for mode in ["5", "6"] {
            compiler.languageMode = mode
            for call in Self.calls {
                let complaint = try compiler.typeCheck([stubs.appendingPathComponent("Calls/\(call).swift")])
                #expect(complaint.isEmpty, "\(complaint)")
            }
        }
    }

    private static func sources(of module: String) -> [URL] {
        ["Sources/\(module)", "Sources/Dialects/\(module)"].flatMap { path in
            let folder = TestData.packageRoot.appendingPathComponent(path)
            let files =
                FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.allObjects as? [URL]
            return (files ?? []).filter { $0.pathExtension == "swift" }
        }
    }
}
