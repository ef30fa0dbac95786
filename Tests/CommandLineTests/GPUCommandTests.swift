// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

/// What happens where a GPU is asked for: it is used, or the command says why not.
@Suite struct GPUCommandTests {
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
        #expect(outcome.status == 1, "\(outcome.errors)")
        #expect(outcome.errors.contains("lineament models fetch gpu"), "\(outcome.errors)")
    }

    @Test func aBrokenAcceleratorIsAnError() throws {
        let scratch = try Scratch()
        try home(in: scratch, accelerator: Data("no library".utf8))
        let outcome = try Program.shell("LINEAMENT_HOME=home \(Self.ask)", in: scratch.folder)
        #expect(outcome.status == 1, "\(outcome.errors)")
        #expect(outcome.errors.contains("is not a usable accelerator"), "\(outcome.errors)")
        #expect(outcome.errors.contains("Run `lineament models fetch gpu` again"), "\(outcome.errors)")
    }

    /// The choice reaches the models of each command: none runs on the CPU instead.
    @Test(arguments: [
        "face-detector", "face-landmarker", "pose-landmarker", "hand-landmarker", "holistic-landmarker", "faces",
        "redact --output copy.png", "redact --what people --output copy.png", "crop --output crops",
    ])
    func everyCommandAsksForTheGPU(command: String) throws {
        let scratch = try Scratch()
        try home(in: scratch, accelerator: Data("no library".utf8))
        let outcome = try Program.shell(
            "LINEAMENT_HOME=home lineament \(command) '\(Sample.url.path)' --delegate gpu", in: scratch.folder)
        #expect(outcome.status == 1, "\(command): \(outcome.output)")
        #expect(outcome.errors.contains("is not a usable accelerator"), "\(command): \(outcome.errors)")
    }

    @Test func anotherLibraryIsAnError() throws {
        let scratch = try Scratch()
        try home(in: scratch)
        let outcome = try Program.shell(
            "cp home/lib/libLiteRt.so home/lib/libLiteRtWebGpuAccelerator.so && LINEAMENT_HOME=home \(Self.ask)",
            in: scratch.folder)
        #expect(outcome.status == 1, "\(outcome.errors)")
        #expect(outcome.errors.contains("it is another library"), "\(outcome.errors)")
    }

    /// ONNX Runtime's kernels for the CPU stand in for a GPU: the results are the same, but for rounding. Its telemetry, which
    /// would leave files among the temporary ones, is off.
    @Test(.enabled(if: TestONNX.isPresent, Comment(rawValue: TestONNX.isAbsentMessage)))
    func onnxRuntimeRunsTheModels() throws {
        let scratch = try Scratch()
        let library = try #require(TestONNX.library)
        let line = "lineament face-landmarker '\(Sample.url.path)' --range short --output-face-blendshapes"
        let cpu = try Program.shell(line, in: scratch.folder)
        let gpu = try Program.shell(
            "mkdir tmp; TMPDIR=$PWD/tmp LINEAMENT_ONNXRUNTIME='\(library)' LINEAMENT_ONNXRUNTIME_PROVIDER=cpu "
                + "\(line) --delegate gpu; ls -A tmp >&2",
            in: scratch.folder)
        #expect(gpu.errors.isEmpty, "\(gpu.errors)")
        let numbers = [cpu, gpu].map { $0.output.split { !"-0123456789.e".contains($0) }.compactMap { Double($0) } }
        #expect(numbers[0].count > 478 * 3)
        #expect(numbers[0].count == numbers[1].count)
        #expect(zip(numbers[0], numbers[1]).allSatisfy { abs($0 - $1) <= 5e-4 * max(1, abs($0)) })
    }

    /// What the models may take of the device's memory is said, and bounds them.
    @Test(.enabled(if: TestONNX.isPresent, Comment(rawValue: TestONNX.isAbsentMessage)))
    func theMemoryIsBounded() throws {
        let scratch = try Scratch()
        let library = try #require(TestONNX.library)
        func run(_ megabytes: String) throws -> Program.Outcome {
            try Program.shell(
                "LINEAMENT_ONNXRUNTIME='\(library)' LINEAMENT_ONNXRUNTIME_PROVIDER=cpu LINEAMENT_CUDA_MEMORY=\(megabytes) "
                    + "\(Self.ask) -v", in: scratch.folder)
        }
        let outcome = try run("500")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.errors.contains("models may take 0.5 GB"), "\(outcome.errors)")
        let small = try run("50")
        #expect(small.status == 1)
        #expect(small.errors.contains("are left of 50 MB; raise LINEAMENT_CUDA_MEMORY"), "\(small.errors)")
        for wrong in ["many", "0", "-1"] {
            #expect(try run(wrong).errors.contains("LINEAMENT_CUDA_MEMORY must be a number of megabytes, not \(wrong)"))
        }
    }

    /// A library that has no CUDA is named, and Vulkan is looked for.
    @Test(.enabled(if: TestONNX.isPresent, Comment(rawValue: TestONNX.isAbsentMessage)))
    func anONNXRuntimeWithoutCUDAIsNamed() throws {
        let scratch = try Scratch()
        try home(in: scratch, accelerator: Data("no library".utf8))
        let library = try #require(TestONNX.library)
        let outcome = try Program.shell(
            "LINEAMENT_HOME=home LINEAMENT_ONNXRUNTIME='\(library)' \(Self.ask)", in: scratch.folder)
        #expect(outcome.status == 1, "\(outcome.errors)")
        #expect(outcome.errors.contains("was built without it; `onnxruntime-gpu` has it"), "\(outcome.errors)")
        #expect(outcome.errors.contains("is not a usable accelerator"), "\(outcome.errors)")
    }

    @Test func aFolderWithoutONNXRuntimeIsNamed() throws {
        let scratch = try Scratch()
        try home(in: scratch, accelerator: Data("no library".utf8))
        let outcome = try Program.shell(
            "LINEAMENT_HOME=home LINEAMENT_ONNXRUNTIME=/absent \(Self.ask)", in: scratch.folder)
        #expect(outcome.status == 1, "\(outcome.errors)")
        #expect(
            outcome.errors.contains("LINEAMENT_ONNXRUNTIME is /absent, where there is no libonnxruntime.so"),
            "\(outcome.errors)")
    }

    @Test(.enabled(if: TestGPU.isPresent, Comment(rawValue: TestGPU.isAbsentMessage)))
    func withoutALoaderTheCommandNamesThePackage() throws {
        let scratch = try Scratch()
        let line = "echo no library >libvulkan.so.1 && LD_LIBRARY_PATH=$PWD \(Self.ask)"
        let outcome = try Program.shell(line, in: scratch.folder)
        #expect(outcome.status == 1, "\(outcome.errors)")
        #expect(outcome.errors.contains("there is no Vulkan loader"), "\(outcome.errors)")
        #expect(outcome.errors.contains("libvulkan1"), "\(outcome.errors)")
    }

    @Test(
        .enabled(if: TestGPU.isPresent, Comment(rawValue: TestGPU.isAbsentMessage)),
        arguments: ["", "/absent/driver.json"])
    func withoutADriverTheCommandSaysSo(drivers: String) throws {
        let line = "VK_ICD_FILENAMES=\(drivers) VK_DRIVER_FILES=\(drivers) XDG_DATA_DIRS=/absent \(Self.ask)"
        let scratch = try Scratch()
        let outcome = try Program.shell(line, in: scratch.folder)
        #expect(outcome.status == 1, "\(outcome.errors)")
        #expect(outcome.errors.contains("Vulkan has no device"), "\(outcome.errors)")
        #expect(outcome.errors.split(separator: "\n").count <= 2, "\(outcome.errors)")
    }

    @Test(.enabled(if: TestGPU.isPresent, Comment(rawValue: TestGPU.isAbsentMessage)))
    func theAcceleratorPrintsNothing() throws {
        let scratch = try Scratch()
        let outcome = try Program.shell(
            "\(Self.ask) >gpu.json; \(Self.ask) --delegate cpu >cpu.json", in: scratch.folder)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.output.isEmpty, "\(outcome.errors)")
        #expect(outcome.errors.isEmpty, "\(outcome.errors)")
        #expect(scratch.exists("gpu.json"))
    }

    /// The second process finds the shaders of the first; a damaged file costs only that.
    @Test(.enabled(if: TestGPU.isPresent, Comment(rawValue: TestGPU.isAbsentMessage)))
    func shadersAreKept() throws {
        let scratch = try Scratch()
        func run() throws -> (output: String, name: String, bytes: Data) {
            let outcome = try Program.shell("XDG_CACHE_HOME=$PWD/cache \(Self.ask)", in: scratch.folder)
            #expect(outcome.status == 0, "\(outcome.errors)")
            #expect(outcome.errors.isEmpty, "\(outcome.errors)")
            let folder = scratch.url("cache/lineament/gpu")
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            try #require(names.count == 1, "\(names)")
            return try (outcome.output, names[0], Data(contentsOf: folder.appendingPathComponent(names[0])))
        }
        let first = try run()
        #expect(first.bytes.count > 10_000)
        let second = try run()
        #expect(first == second)
        var damaged = first.bytes
        damaged[damaged.count / 2] ^= 0xff
        try damaged.write(to: scratch.url("cache/lineament/gpu/\(first.name)"))
        let third = try run()
        #expect(third.output == first.output)
        #expect(third.bytes != damaged)
    }

    /// Without a folder for them, shaders are not kept, and nothing is said about it.
    @Test(.enabled(if: TestGPU.isPresent, Comment(rawValue: TestGPU.isAbsentMessage)))
    func shadersNeedNoFolder() throws {
        let scratch = try Scratch()
        let outcome = try Program.shell("XDG_CACHE_HOME=/dev/null \(Self.ask)", in: scratch.folder)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.errors.isEmpty, "\(outcome.errors)")
    }

    @Test(.enabled(if: TestGPU.canLoseDevice, "needs SwiftShader and clang"))
    func aLostDeviceIsAnErrorOfEachImage() throws {
        let scratch = try Scratch()
        let photo = "'\(Sample.url.path)'"
        let outcome = try Program.shell(
            "LINEAMENT_LOSS=12 \(Self.ask) \(photo) \(photo) \(photo) --jobs 1", in: scratch.folder)
        #expect(outcome.status == 1, "\(outcome.errors)")
        #expect(outcome.errors.contains("The GPU (SwiftShader"))
        #expect(outcome.errors.contains("VK_ERROR_DEVICE_LOST"))
        #expect(outcome.errors.split(separator: "\n").allSatisfy { $0.hasPrefix("error: ") }, "\(outcome.errors)")
    }

    @Test(.enabled(if: TestGPU.isPresent, Comment(rawValue: TestGPU.isAbsentMessage)))
    func halfPrecisionIsForTheGPU() throws {
        let scratch = try Scratch()
        let outcome = try Program.shell("\(Self.ask) --half-precision", in: scratch.folder)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.errors.isEmpty, "\(outcome.errors)")
        #expect(outcome.output != "", "\(outcome.errors)")
    }

    @Test func halfPrecisionWithoutAGPUIsRefused() throws {
        let scratch = try Scratch()
        let line = Self.ask.replacingOccurrences(of: "gpu", with: "cpu") + " --half-precision"
        let outcome = try Program.shell(line, in: scratch.folder)
        #expect(outcome.status == 2, "\(outcome.errors)")
        #expect(outcome.errors.contains("Add --delegate gpu"), "\(outcome.errors)")
    }

    /// Nothing for GPUs is looked for, and the device is not, where none is asked for.
    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/usr/bin/strace"), "needs strace"))
    func withoutTheWishNothingIsLookedFor() throws {
        let scratch = try Scratch()
        let outcome = try Program.shell(
            "strace -f -qq -e trace=file -o trace lineament face-detector '\(Sample.url.path)' --range short",
            in: scratch.folder)
        try #require(outcome.status == 0, "\(outcome.errors)")
        let trace = try String(contentsOf: scratch.url("trace"), encoding: .utf8)
        #expect(trace.contains("libLiteRt.so"))
        for name in ["WebGpu", "vulkan", "lineament/gpu"] { #expect(!trace.contains(name), "\(name)") }
    }

    /// The page's commands work as shown, where there is a GPU or SwiftShader.
    @Test(
        .enabled(if: TestGPU.isPresent, Comment(rawValue: TestGPU.isAbsentMessage)), arguments: pageLines)
    func theCommandsOfThePageWork(line: String) throws {
        let scratch = try Scratch()
        try FileManager.default.copyItem(at: Sample.url, to: scratch.url("portrait.png"))
        let outcome = try Program.shell(line, in: scratch.folder)
        #expect(outcome.status == 0, "\(line): \(outcome.errors)")
        #expect(outcome.errors.isEmpty, "\(line): \(outcome.errors)")
    }

    /// The lines of the page's shell blocks, without those that do not return, download, or take minutes in SwiftShader.
    private static let pageLines: [String] = {
        let page = TestData.packageRoot.appendingPathComponent("docs/gpu.md")
        let text = (try? String(contentsOf: page, encoding: .utf8)) ?? ""
        return text.components(separatedBy: "```sh\n").dropFirst()
            .compactMap { $0.components(separatedBy: "```").first }
            .flatMap { $0.split(separator: "\n").map(String.init) }
            .filter { line in
                !["serve", "fetch", "docker", "vulkaninfo", "apt", "pip", "lineament.ray", "lineament bench"].contains {
                    line.contains($0)
                }
            }
    }()
}
