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
    private static let drivers = ProcessInfo.processInfo.environment[driversVariable] ?? software

    /// The accelerator, if it is installed.
    public static let accelerator = TestData.assets.appendingPathComponent("lib/libLiteRtWebGpuAccelerator.so")

    /// Whether models can run on it.
    public static let isPresent = drivers != nil && FileManager.default.fileExists(atPath: accelerator.path)
    /// The message for tests that are skipped without it.
    public static let isAbsentMessage =
        "needs lib/libLiteRtWebGpuAccelerator.so, which `lineament models fetch gpu` brings, and a Vulkan driver: one that "
        + "VK_ICD_FILENAMES names, or SwiftShader, which is part of Debian's package chromium"

    /// Makes this process use it.
    public static func select() {
        guard let drivers else { return }
        setenv(driversVariable, drivers, 0)
    }
}
