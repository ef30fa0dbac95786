// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// The GPU of the tests: the machine's own if Vulkan is configured for one, else SwiftShader, which computes on the CPU.
public enum TestGPU {
    /// The variable that names the drivers that Vulkan's loader loads.
    public static let driversVariable = "VK_ICD_FILENAMES"

    /// Where the packages of browsers put the description of SwiftShader.
    private static let software = [
        "/usr/lib/chromium/vk_swiftshader_icd.json", "/usr/lib/chromium-browser/vk_swiftshader_icd.json",
        "/opt/google/chrome/vk_swiftshader_icd.json",
    ].first { FileManager.default.fileExists(atPath: $0) }

    /// The drivers to load: those that are configured, or SwiftShader.
    private static let drivers = ProcessInfo.processInfo.environment[driversVariable] ?? losable ?? software

    /// Whether the device can be lost on purpose, by ``loseDevice()`` or in a program by `LINEAMENT_LOSS=N`, from the N-th
    /// submission of work on.
    public static let canLoseDevice = isPresent && drivers == losable

    /// The description of a driver in front of SwiftShader that can lose its device; `nil` if it cannot be compiled.
    private static let losable: String? = {
        guard let software else { return nil }
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("lineament-driver-\(getuid())")
        let (library, description) = (
            folder.appendingPathComponent("vulkan.so"), folder.appendingPathComponent("icd.json")
        )
        let source = TestData.packageRoot.appendingPathComponent("Tests/Faults/vulkan.c").path
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        // Another process may load the same file.
        let new = folder.appendingPathComponent("\(getpid()).so")
        let clang = Process()
        clang.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        clang.arguments = ["clang", "-O1", "-fPIC", "-shared", "-o", new.path, source, "-ldl"]
        guard (try? clang.run()) != nil else { return nil }
        clang.waitUntilExit()
        guard clang.terminationStatus == 0, rename(new.path, library.path) == 0 else { return nil }
        let text =
            #"{"file_format_version": "1.0.0", "ICD": {"library_path": "\#(library.path)", "api_version": "1.0.5"}}"#
        guard (try? text.write(to: description, atomically: true, encoding: .utf8)) != nil else { return nil }
        let driver = URL(fileURLWithPath: software).deletingLastPathComponent().appendingPathComponent(
            "libvk_swiftshader.so")
        setenv("LINEAMENT_DRIVER", driver.path, 1)
        return description.path
    }()

    /// Makes the device of this process fail from now on, until ``findDevice()``.
    public static func loseDevice() { setenv("LINEAMENT_LOSS", "1", 1) }

    /// Ends ``loseDevice()``; a device that was lost stays so.
    public static func findDevice() { unsetenv("LINEAMENT_LOSS") }

    /// The accelerator, if it is installed.
    public static let accelerator = TestData.assets.appendingPathComponent("lib/libLiteRtWebGpuAccelerator.so")

    /// Whether models can run on it.
    public static let isPresent = drivers != nil && FileManager.default.fileExists(atPath: accelerator.path)
    /// The message for tests that are skipped without it.
    public static let isAbsentMessage =
        "needs lib/libLiteRtWebGpuAccelerator.so, which `lineament models fetch gpu` brings, and a Vulkan driver: one that "
        + "VK_ICD_FILENAMES names, or SwiftShader, which is part of Debian's package chromium"

    /// Makes this process, and those that it starts, use it. Their compiled shaders are not the user's.
    public static func select() {
        guard let drivers else { return }
        setenv(driversVariable, drivers, 0)
        let cache = FileManager.default.temporaryDirectory.appendingPathComponent("lineament-shaders-\(getuid())")
        setenv("XDG_CACHE_HOME", cache.path, 1)
    }
}
