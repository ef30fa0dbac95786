// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

/// The program while calls of the system and of the runtime fail: an error that people can read, the other inputs
/// processed, and no half-written file. The libraries that make calls fail are in Tests/Faults.
///
/// The border: Swift's own allocations and those of the runtime and of GLib end the program when there is no memory at
/// all, and are not made to fail here; neither is `open` in the runtime, whose cpuinfo crashes without `/sys`. What an
/// image or a video makes large is allocated by `PixelMemory`, `FileBytes` or the decoding libraries, which report it.
@Suite(.enabled(if: Faults.canBePreloaded, "the sanitizers cannot be preloaded over"))
struct FaultInjectionTests {
    private let scratch: Scratch
    private let whole = "not replaced\n"

    init() throws {
        scratch = try Scratch()
        try FileManager.default.copyItem(at: Sample.url, to: scratch.url("first.png"))
        try FileManager.default.copyItem(at: Sample.url, to: scratch.url("second.png"))
        _ = try Program.shell(
            "lineament face-detector first.png --annotate second.jpg", in: scratch.folder)
        try Data(whole.utf8).write(to: scratch.url("out.json"))
    }

    private func expectOrderly(_ outcome: Program.Outcome, _ fault: String) throws {
        // A signal would be 128 or more.
        #expect((0...2).contains(outcome.status), "\(fault): \(outcome.status) \(outcome.errors)")
        #expect(outcome.objects.count == outcome.lines.count, "\(fault)")
        let canSpeak = !(fault.hasPrefix("write") && fault.contains("+"))
        if outcome.status != 0, canSpeak { #expect(outcome.errors.contains("error: "), "\(fault): \(outcome.errors)") }
        let left = try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path)
        #expect(!left.contains { $0.hasPrefix(".lineament-") }, "\(fault) leaves \(left)")
    }

    /// Each of the first calls fails on its own, and then everything from that call on.
    @Test(arguments: ["write", "open", "mmap"])
    func noFailureOfTheSystemEndsTheProgram(function: String) throws {
        for fault in (1...12).flatMap({ ["\(function):\($0)", "\(function):\($0)+"] }).map({ $0 + ":!LiteRt" }) {
            let outcome = try Faults.run(
                "face-detector first.png second.jpg -o out.json", fault: fault, in: scratch.folder)
            try expectOrderly(outcome, fault)
            let text = try String(contentsOf: scratch.url("out.json"), encoding: .utf8)
            let lines = text.split(separator: "\n")
            #expect(
                text == whole || lines.count == 2 && lines.allSatisfy { $0.hasPrefix("{") && $0.hasSuffix("}") },
                "\(fault): \(text.prefix(200))")
            if outcome.status == 0 { #expect(text != whole, "\(fault)") }
            try Data(whole.utf8).write(to: scratch.url("out.json"))
        }
    }

    /// An image that memory is short for costs only its own line.
    @Test(arguments: ["malloc:1:turbojpeg", "memalign:1:!LiteRt"])
    func aDecoderWithoutMemoryReportsIt(fault: String) throws {
        let outcome = try Faults.run("face-detector second.jpg first.png", fault: fault, in: scratch.folder)
        try expectOrderly(outcome, fault)
        #expect(outcome.objects.count == 2)
        #expect(outcome.status == 1, "\(outcome.errors)")
        #expect(outcome.errors.lowercased().contains("memory"), "\(outcome.errors)")
    }

    /// Each call of the runtime fails once while the models load, or later.
    @Test(arguments: Faults.runtimeFunctions)
    func aRuntimeThatFailsIsReported(function: String) throws {
        for call in [1, 2, 5] {
            let fault = "\(function):\(call)"
            let outcome = try Faults.runWithRuntime("face-landmarker first.png", fault: fault, in: scratch)
            try expectOrderly(outcome, fault)
        }
        let first = try Faults.runWithRuntime("face-landmarker first.png", fault: "\(function):1", in: scratch)
        // Metadata and the check of the acceleration are optional, and destroyers return nothing. The others are for GPUs
        // and for the custom operators of mp.solutions' models.
        let unneeded = [
            "Destroy", "Metadata", "FullyAccelerated", "CustomOp", "GetTensorBufferHostMemory",
            "GetTensorBufferTensorType",
        ]
        let isOptional = unneeded.contains(where: function.contains)
        #expect(isOptional || (first.status != 0 && first.errors.contains("runtime failure")), "\(function): \(first)")
    }

    /// A run that fails costs its own image only.
    @Test func aFailedRunCostsOneImage() throws {
        let outcome = try Faults.runWithRuntime(
            "face-detector first.png second.jpg --jobs 1", fault: "LiteRtRunCompiledModel:1", in: scratch)
        try expectOrderly(outcome, "run")
        #expect(outcome.status == 1)
        #expect(outcome.objects.map { $0["error"] != nil } == [true, false])
    }
}

/// The libraries of Tests/Faults, compiled on first use.
enum Faults {
    /// Whether the program may be run with a preloaded library: the address and thread sanitizers must come first.
    static let canBePreloaded = ["__asan_init", "__tsan_init"].allSatisfy { (name: String) in dlsym(nil, name) == nil }

    static let runtimeFunctions: [String] = {
        let source = TestData.packageRoot.appendingPathComponent("Tests/Faults/runtime.c")
        let text = (try? String(contentsOf: source, encoding: .utf8)) ?? ""
        return text.matches(of: /FORWARD\((LiteRt\w+)\)/).map { String($0.1) }
    }()

    private static let compiled = Result {
        let folder = Program.builtFolder
        let sources = TestData.packageRoot.appendingPathComponent("Tests/Faults").path
        for name in ["system", "runtime", "camera"] {
            let outcome = try Program.shell(
                "clang -O1 -fPIC -shared -o faults-\(name).so '\(sources)/\(name).c' -ldl", in: folder)
            try #require(outcome.status == 0, "\(outcome.errors)")
        }
        return folder
    }

    /// Runs a command of the program while calls of the system fail.
    static func run(_ command: String, fault: String, in folder: URL) throws -> Program.Outcome {
        try Program.shell("LINEAMENT_FAULT='\(fault)' \(preloading("system")) lineament \(command)", in: folder)
    }

    /// Runs a command of the program with a camera that shows a frame some times and then hangs.
    static func runWithCamera(_ command: String, frame: URL, count: Int, in folder: URL) throws -> Program.Outcome {
        let camera = "LINEAMENT_CAMERA='\(frame.path)' LINEAMENT_CAMERA_FRAMES=\(count)"
        return try Program.shell("\(camera) \(preloading("camera")) \(command)", in: folder)
    }

    /// Returns the variables with which the program loads a library of faults. `LD_PRELOAD` takes no path with spaces.
    private static func preloading(_ faults: String) throws -> String {
        try "LD_LIBRARY_PATH='\(compiled.get().path)' LD_PRELOAD=faults-\(faults).so"
    }

    /// Runs a command of the program while calls of the runtime fail.
    static func runWithRuntime(_ command: String, fault: String, in scratch: Scratch) throws -> Program.Outcome {
        let home = scratch.url("home")
        if !scratch.exists("home") {
            try FileManager.default.createDirectory(
                at: home.appendingPathComponent("lib"), withIntermediateDirectories: true)
            try FileManager.default.copyItem(
                at: compiled.get().appendingPathComponent("faults-runtime.so"),
                to: home.appendingPathComponent("lib/libLiteRt.so"))
            try FileManager.default.createSymbolicLink(
                at: home.appendingPathComponent("models"),
                withDestinationURL: TestData.assets.appendingPathComponent("models"))
        }
        let runtime = TestData.assets.appendingPathComponent("lib/libLiteRt.so").path
        return try Program.shell(
            "LINEAMENT_FAULT=\(fault) LINEAMENT_RUNTIME='\(runtime)' LINEAMENT_HOME='\(home.path)' lineament \(command)",
            in: scratch.folder)
    }
}
