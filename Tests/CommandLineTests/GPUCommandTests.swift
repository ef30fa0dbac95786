import Foundation
import TestSupport
import Testing

/// What happens where a GPU is asked for: it is used, or the command says why not.
@Suite(.timeLimit(.minutes(60))) struct GPUCommandTests {
    private static let ask = "lineament face-detector '\(Sample.url.path)' --range short --delegate gpu"

    init() { TestGPU.select() }

    /// Makes a folder `home` with the runtime and the models, but with another accelerator or none.
    private func home(in scratch: Scratch, accelerator: Data? = nil) throws {
        try FileManager.default.createDirectory(at: scratch.url("home/lib"), withIntermediateDirectories: true)
        let (assets, home) = (TestData.assets, scratch.url("home"))
        try FileManager.default.createSymbolicLink(
            at: home.appendingPathComponent("models"), withDestinationURL: assets.appendingPathComponent("models"))
        try FileManager.default.copyItem(
            at: assets.appendingPathComponent("lib/libLiteRt.so"), to: home.appendingPathComponent("lib/libLiteRt.so"))
        try accelerator?.write(to: home.appendingPathComponent("lib/libLiteRtWebGpuAccelerator.so"))
    }

    @Test func withoutTheAcceleratorTheCommandSaysHowToInstallIt() throws {
        guard !FileManager.default.fileExists(atPath: TestGPU.accelerator.path) else { return }
        let scratch = try Scratch()
        let outcome = try Program.shell(Self.ask, in: scratch.folder)
        #expect(outcome.status == 1 && outcome.errors.contains("lineament models fetch gpu"), "\(outcome.errors)")
    }

    @Test func aBrokenAcceleratorIsAnError() throws {
        let scratch = try Scratch()
        try home(in: scratch, accelerator: Data("no library".utf8))
        let outcome = try Program.shell("LINEAMENT_HOME=home \(Self.ask)", in: scratch.folder)
        #expect(outcome.status == 1 && outcome.errors.contains("is not a usable accelerator"), "\(outcome.errors)")
        #expect(outcome.errors.contains("Run `lineament models fetch gpu` again"), "\(outcome.errors)")
    }

    @Test func anotherLibraryIsAnError() throws {
        let scratch = try Scratch()
        try home(in: scratch)
        let outcome = try Program.shell(
            "cp home/lib/libLiteRt.so home/lib/libLiteRtWebGpuAccelerator.so && LINEAMENT_HOME=home \(Self.ask)",
            in: scratch.folder)
        #expect(outcome.status == 1 && outcome.errors.contains("it is another library"), "\(outcome.errors)")
    }

    @Test(.enabled(if: TestGPU.isPresent, Comment(rawValue: TestGPU.isAbsentMessage)))
    func withoutALoaderTheCommandNamesThePackage() throws {
        let scratch = try Scratch()
        let line = "echo no library >libvulkan.so.1 && LD_LIBRARY_PATH=$PWD \(Self.ask)"
        let outcome = try Program.shell(line, in: scratch.folder)
        #expect(outcome.status == 1 && outcome.errors.contains("there is no Vulkan loader"), "\(outcome.errors)")
        #expect(outcome.errors.contains("libvulkan1"), "\(outcome.errors)")
    }

    @Test(
        .enabled(if: TestGPU.isPresent, Comment(rawValue: TestGPU.isAbsentMessage)),
        arguments: ["", "/absent/driver.json"])
    func withoutADriverTheCommandSaysSo(drivers: String) throws {
        let line = "VK_ICD_FILENAMES=\(drivers) VK_DRIVER_FILES=\(drivers) XDG_DATA_DIRS=/absent \(Self.ask)"
        let scratch = try Scratch()
        let outcome = try Program.shell(line, in: scratch.folder)
        #expect(outcome.status == 1 && outcome.errors.contains("Vulkan has no device"), "\(outcome.errors)")
        #expect(outcome.errors.split(separator: "\n").count <= 2, "\(outcome.errors)")
    }

    @Test(.enabled(if: TestGPU.isPresent, Comment(rawValue: TestGPU.isAbsentMessage)))
    func theAcceleratorPrintsNothing() throws {
        let scratch = try Scratch()
        let outcome = try Program.shell(
            "\(Self.ask) >gpu.json; \(Self.ask) --delegate cpu >cpu.json", in: scratch.folder)
        #expect(outcome.status == 0 && outcome.output.isEmpty && outcome.errors.isEmpty, "\(outcome.errors)")
        #expect(scratch.exists("gpu.json"))
    }

    /// The page's commands work as shown, where there is a GPU or SwiftShader.
    @Test(
        .enabled(if: TestGPU.isPresent, Comment(rawValue: TestGPU.isAbsentMessage)), arguments: pageLines)
    func theCommandsOfThePageWork(line: String) throws {
        let scratch = try Scratch()
        try FileManager.default.copyItem(at: Sample.url, to: scratch.url("portrait.png"))
        let outcome = try Program.shell(line, in: scratch.folder)
        #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(line): \(outcome.errors)")
    }

    /// The lines of the page's shell blocks, without those that do not return or download.
    private static let pageLines: [String] = {
        let page = TestData.packageRoot.appendingPathComponent("docs/gpu.md")
        let text = (try? String(contentsOf: page, encoding: .utf8)) ?? ""
        return text.components(separatedBy: "```sh\n").dropFirst()
            .compactMap { $0.components(separatedBy: "```").first }
            .flatMap { $0.split(separator: "\n").map(String.init) }
            .filter { line in !["serve", "fetch", "docker", "vulkaninfo", "apt"].contains { line.contains($0) } }
    }()
}
