// SPDX-License-Identifier: Apache-2.0
internal import ArgumentParser
internal import Foundation
internal import Lineament
internal import LineamentImages
internal import LineamentRender

struct BenchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench",
        abstract: "Measure speed on this machine, and plan what a load takes.",
        discussion: """
            Prints the time of each stage: the median of all rounds, in milliseconds. Absolute times depend on the machine, so \
            compare ratios. With --delegate gpu, it runs each task on the CPU and on the GPU, also for many callers and streams \
            at once, and each model alone in batches, and prints how much they differ. With --plan, it works out what a load \
            takes, from the time of a task on this machine or from those in docs/scale.md.

            Examples:
              lineament bench
              lineament bench --plan --photos-per-day 1000000 --latency 500ms
              lineament bench --plan --hours-per-day 10000 --row "pose-landmarker 720p"
              lineament bench clip.mp4 --plan --hours-per-day 100 --task hand-landmarker
            """)

    @Argument(help: "Image with a face; with --plan, the image or video to measure. Default: the sample photo.")
    var photo: String?

    @Option(help: ArgumentHelp("Number of rounds per stage.", valueName: "n"))
    var rounds = 50

    @Option(help: ArgumentHelp("Threads per inference. 0: chosen automatically.", valueName: "n"))
    var threads = 0

    @OptionGroup var hardware: HardwareOptions

    @Flag(help: "Measure the jitter and lag of landmarks in videos, with one face and with five.")
    var steadiness = false

    @OptionGroup(title: "Plan") var planning: PlanOptions

    func validate() throws {
        guard rounds > 0 else { throw ValidationError("--rounds must be at least 1.") }
        try OptionRange.check(threads, in: SpeedOptions.threadRange, "--threads")
        guard !steadiness || hardware.delegate == .cpu else {
            throw ValidationError("--steadiness is measured on the CPU. Leave --delegate out.")
        }
        guard !planning.plan || (hardware.delegate == .cpu && !steadiness && threads == 0) else {
            throw ValidationError("--plan is for CPU cores. Leave --delegate, --threads and --steadiness out.")
        }
    }

    func run() throws {
        let named = photo.map { URL(verbatimPath: $0) }
        if planning.plan {
            return try LoadPlanning(options: planning, file: named, samplePhoto: Self.samplePhoto).run()
        }
        let url = try named ?? Self.samplePhoto()
        let decoder = ImageDecoder()
        let pixels = try decoder.decode(contentsOf: url)
        if hardware.delegate == .gpu { return try compareWithGPU(pixels) }
        if steadiness { return try measureSteadiness(pixels) }
        try StandardOutput.write(
            "\(url.path), \(pixels.width)x\(pixels.height), median of \(rounds) rounds, milliseconds")
        let options = FaceLandmarkerOptions()
        options.baseOptions.numThreads = threads
        options.outputFaceBlendshapes = true
        options.outputFacialTransformationMatrixes = true
        let image = try MPImage(pixelBuffer: pixels)
        let faces = try FaceLandmarkerBenchmark(image: image, options: options).stages
        let poseOptions = PoseLandmarkerOptions()
        poseOptions.baseOptions.numThreads = threads
        // A portrait may not show enough of a body.
        let bodies = (try? PoseLandmarkerBenchmark(image: image, options: poseOptions).stages) ?? []
        let decoding = (name: "decode the file", run: { _ = try decoder.decode(contentsOf: url) })
        let found = try FaceLandmarker(options: options).detect(image: image)
        let drawing = (
            name: "draw the mesh over the image",
            run: { _ = try FaceMeshOverlay(found).drawn(over: pixels) }
        )
        for stage in [decoding] + faces + bodies + [drawing] {
            let name = stage.name.padding(toLength: 40, withPad: " ", startingAt: 0)
            try StandardOutput.write(name + String(format: " %8.3f", try median(of: stage.run)))
        }
    }

    /// Prints the time of each task on the CPU and on the GPU, and what the probes of the models found.
    private func compareWithGPU(_ pixels: PixelBuffer) throws {
        let gpu = try GPUStatus.found()
        try StandardOutput.write(gpu.summary)
        try StandardOutput.write("median of \(rounds) rounds, milliseconds")
        let image = try MPImage(pixelBuffer: pixels)
        try StandardOutput.write("task                        CPU        GPU")
        for kind in TaskKind.allCases where kind.task.takesModel {
            let times = try [Delegate.CPU, .GPU].map { delegate in
                let run = try detection(kind.task, of: image, on: delegate)
                return try median(of: run)
            }
            let name = kind.rawValue.padding(toLength: 20, withPad: " ", startingAt: 0)
            try StandardOutput.write(name + String(format: " %10.3f %10.3f", times[0], times[1]))
        }
        try printThroughput(image)
        try printModelThroughput(image)
        try StandardOutput.write("model: largest difference, of the largest value; operations on the GPU")
        for model in GPUStatus.current?.models ?? [] {
            let part = model.delegated.map { "\($0.gpu) of \($0.gpu + $0.processor)" } ?? "all"
            let verdict = model.isTrusted ? "" : "; not trusted"
            let name = model.name.split(separator: "/").suffix(2).joined(separator: "/")
            let floats = model.isHalfPrecision ? ", 16 bits" : ""
            try StandardOutput.write("\(name)\(floats): \(model.difference) of \(model.largest); \(part)\(verdict)")
        }
    }

    /// Prints how many results per second callers get who call at once, with images and with the frames of a video each, on the
    /// CPU and on the GPU.
    private func printThroughput(_ image: MPImage) throws {
        for (subject, column) in [("images", "callers"), ("frames of videos", "streams")] {
            let columns = ThroughputBenchmark.callers.map { String(format: "%9d", $0) }.joined()
            try StandardOutput.write("\(subject) per second, by \(column) at once")
            try StandardOutput.write("task                    " + columns)
            for kind in TaskKind.allCases where kind.task.takesModel {
                for (delegate, place) in [(Delegate.CPU, "CPU"), (.GPU, "GPU")] {
                    let calls =
                        column == "streams"
                        ? try stream(kind.task, of: image, on: delegate)
                        : try detections(kind.task, of: image, on: delegate)
                    let rates = try ThroughputBenchmark.callers.map { callers in
                        let rate = try ThroughputBenchmark.resultsPerSecond(
                            callers: callers, for: Self.throughputSeconds * Double(min(rounds, 50)) / 50, calls)
                        return String(format: "%9.1f", rate)
                    }
                    let name = kind.rawValue.padding(toLength: 20, withPad: " ", startingAt: 0)
                    try StandardOutput.write("\(name) \(place) \(rates.joined())")
                }
            }
        }
    }

    /// Prints the inferences per second of each model alone, by how many run at once.
    private func printModelThroughput(_ image: MPImage) throws {
        // The models that the tasks use are measured, as long as the tasks exist.
        let kinds = TaskKind.allCases.filter { $0.task.takesModel }
        let tasks = try kinds.map { kind in try detection(kind.task, of: image, on: .GPU) }
        defer { withExtendedLifetime(tasks) {} }
        let sizes = [1, 8, 32, 128]
        try StandardOutput.write("inferences per second of the models alone, by batch")
        let columns = sizes.map { String(format: "%9d", $0) }.joined()
        try StandardOutput.write("model".padding(toLength: 52, withPad: " ", startingAt: 0) + columns)
        for rates in try GPUThroughput.measure(sizes, for: 0.5 * Double(min(rounds, 50)) / 50) {
            let name = rates.model.split(separator: "/").suffix(2).joined(separator: "/")
            let cells = rates.perSecond.map { $0.map { String(format: "%9.1f", $0) } ?? "        –" }
            try StandardOutput.write(name.padding(toLength: 52, withPad: " ", startingAt: 0) + cells.joined())
        }
    }

    /// How long callers call with 50 rounds or more.
    private static let throughputSeconds = 2.0

    /// Returns a run of a task with blendshapes and masks.
    private func detection<Task: OfferedTask>(
        _ kind: Task.Type, of image: MPImage, on delegate: Delegate
    ) throws -> @Sendable () throws -> Void {
        let task = try task(kind, on: delegate)
        return { _ = try task.detect(image: image) }
    }

    /// Returns a function that makes such runs, all of one task.
    private func detections<Task: OfferedTask>(
        _ kind: Task.Type, of image: MPImage, on delegate: Delegate
    ) throws -> @Sendable () -> () throws -> Void {
        let run = try detection(kind, of: image, on: delegate)
        return { run }
    }

    /// Returns a function that makes videos of the same frame again and again, for the sessions of one task.
    private func stream<Task: OfferedTask>(
        _ kind: Task.Type, of image: MPImage, on delegate: Delegate
    ) throws -> @Sendable () -> () throws -> Void {
        let task = try task(kind, on: delegate)
        return {
            let session = task.makeSession()
            var time = 0
            return {
                time += 33
                _ = try session.detect(videoFrame: image, timestampInMilliseconds: time)
            }
        }
    }

    /// Returns a task with blendshapes and masks.
    private func task<Task: OfferedTask>(_: Task.Type, on delegate: Delegate) throws -> Task {
        let options = Task.Options()
        options.baseOptions.numThreads = threads
        options.baseOptions.delegate = delegate
        options.baseOptions.allowsHalfPrecision = hardware.halfPrecision
        for option in Task.options where [.blendshapes, .masks].contains(option.description.field) {
            option.set(options, .flag(true))
        }
        return try Task(options: options)
    }

    private func measureSteadiness(_ pixels: PixelBuffer) throws {
        let found = try FaceDetector(options: FaceDetectorOptions()).detect(
            image: MPImage(pixelBuffer: pixels))
        guard let box = found.detections.first?.boundingBox else {
            throw ValidationError("No face was detected in the image. Choose another image.")
        }
        let face = try pixels.square(around: box)
        try StandardOutput.write("faces  smoothing  motion on still faces  lag on moving faces")
        for count in [1, 5] {
            for smoothing in [Smoothing.none, .everyone] {
                let measured = try Steadiness(face: face, count: count, smoothing: smoothing)
                let name = smoothing.rawValue.padding(toLength: 9, withPad: " ", startingAt: 0)
                try StandardOutput.write(
                    String(format: "%5d  %@  %17.3f px  %12.2f frames", count, name, measured.jitter, measured.lag))
            }
        }
    }

    private func median(of body: () throws -> Void) throws -> Double {
        try body()
        let clock = ContinuousClock()
        let times = try (0..<rounds).map { _ in try clock.measure(body) / .milliseconds(1) }
        return times.sorted()[times.count / 2]
    }

    private static func samplePhoto() throws -> URL {
        guard let found = AssetManifest.place(of: "samples/astronaut.png") else {
            throw ValidationError("The sample photo is missing. Name an image, or run: lineament models fetch")
        }
        return found
    }
}

extension PixelBuffer {
    /// Returns an RGB square around a box with twice its width, limited to the image.
    fileprivate func square(around box: CGRect) throws -> PixelBuffer {
        let packed = try convertedToRGB()
        // An image that is converted, or was packed before, has such a layout.
        guard let layout = packed.format.packedLayout else { return packed }
        let side = min(Int(box.width * 2), width, height)
        let left = max(0, min(width - side, Int(box.midX) - side / 2))
        let top = max(0, min(height - side, Int(box.midY) - side / 2))
        return try packed.withPlanes { planes in
            var bytes: [UInt8] = []
            for row in top..<top + side {
                for column in left..<left + side {
                    let pixel = planes[0].address + row * planes[0].bytesPerRow + column * layout.bytesPerPixel
                    for channel in [layout.red, layout.green, layout.blue] {
                        bytes.append(pixel.load(fromByteOffset: channel, as: UInt8.self))
                    }
                }
            }
            return try PixelBuffer(copying: bytes, width: side, height: side, format: .rgb8)
        }
    }
}
