// SPDX-License-Identifier: Apache-2.0
import Foundation
import Lineament
import TestSupport
import Testing

/// Every task gives the same results on a GPU as on the CPU.
@Suite(
    .enabled(if: TestGPU.isPresent, Comment(rawValue: TestGPU.isAbsentMessage)), .serialized)
struct GPUTests {
    /// The largest difference of a landmark of a face, in pixels.
    private static let faceBound = 0.01
    /// The largest difference of a landmark of a body or a hand that the image shows, in pixels.
    private static let bodyBound = 0.02
    /// The same of a landmark that the image does not show, where the model guesses, and of what is looked for near one.
    private static let guessBound = 0.5

    init() { TestGPU.select() }

    /// Returns the options of a task for both.
    private func both<Options: TaskOptions>(
        halfPrecision: Bool = false, _ make: () -> Options
    ) -> (cpu: Options, gpu: Options) {
        let (cpu, gpu) = (make(), make())
        gpu.baseOptions.delegate = .GPU
        gpu.baseOptions.requiresDelegate = true
        gpu.baseOptions.allowsHalfPrecision = halfPrecision
        return (cpu, gpu)
    }

    /// Returns the landmarks of bodies that the image shows, or the others. Which those are does not differ.
    private func landmarks(_ bodies: [[NormalizedLandmark]], shown: Bool, as reference: [[NormalizedLandmark]])
        -> [[NormalizedLandmark]]
    {
        zip(bodies, reference).map { body, reference in
            zip(body, reference).filter { (($1.presence?.floatValue ?? 0) > 0.5) == shown }.map(\.0)
        }
    }

    /// Checks the landmarks of bodies against the bounds.
    private func compare(bodies cpu: [[NormalizedLandmark]], _ gpu: [[NormalizedLandmark]]) throws {
        for (shown, bound) in [(true, Self.bodyBound), (false, Self.guessBound)] {
            let moved = try distance(
                landmarks(cpu, shown: shown, as: cpu), landmarks(gpu, shown: shown, as: cpu))
            print("GPU: body landmarks that are \(shown ? "shown" : "hidden") \(moved) px")
            #expect(moved < bound)
        }
    }

    /// Returns the largest distance between two lists of landmarks, in pixels.
    private func distance(_ one: [[NormalizedLandmark]], _ other: [[NormalizedLandmark]]) throws -> Double {
        #expect(one.map(\.count) == other.map(\.count))
        #expect(!one.isEmpty)
        let image = try Sample.pixels()
        return zip(one.joined(), other.joined()).reduce(0) { largest, pair in
            let x = Double(pair.0.x - pair.1.x) * Double(image.width)
            let y = Double(pair.0.y - pair.1.y) * Double(image.height)
            return max(largest, (x * x + y * y).squareRoot())
        }
    }

    @Test func facesAreDetected() throws {
        let options = both { FaceDetectorOptions() }
        let cpu = try FaceDetector(options: options.cpu).detect(image: Sample.image()).detections
        let gpu = try FaceDetector(options: options.gpu).detect(image: Sample.image()).detections
        #expect(cpu.count == 1)
        #expect(gpu.count == 1)
        for (one, other) in zip(cpu, gpu) {
            #expect(abs(one.categories[0].score - other.categories[0].score) < 1e-4)
            #expect(one.boundingBox == other.boundingBox)
        }
    }

    /// Returns how far landmarks, in pixels, and blendshapes of the photo's face are from the CPU's.
    private func faceDifferences(halfPrecision: Bool = false) throws -> (landmarks: Double, blendshapes: Float) {
        let options = both(halfPrecision: halfPrecision) { () -> FaceLandmarkerOptions in
            let options = FaceLandmarkerOptions()
            options.outputFaceBlendshapes = true
            return options
        }
        let cpu = try FaceLandmarker(options: options.cpu).detect(image: Sample.image())
        let gpu = try FaceLandmarker(options: options.gpu).detect(image: Sample.image())
        let moved = try distance(cpu.faceLandmarks, gpu.faceLandmarks)
        let scores = zip(cpu.faceBlendshapes, gpu.faceBlendshapes).flatMap { zip($0.categories, $1.categories) }
        #expect(scores.count == 52)
        let difference = scores.map { abs($0.score - $1.score) }.max() ?? 1
        print("GPU\(halfPrecision ? ", 16 bits" : ""): face landmarks \(moved) px, blendshapes \(difference)")
        return (moved, difference)
    }

    @Test func facesHaveTheSameLandmarksAndBlendshapes() throws {
        let difference = try faceDifferences()
        #expect(difference.landmarks < Self.faceBound)
        #expect(difference.blendshapes < 1e-4)
        // These stay on the CPU.
        let models = try #require(GPUStatus.current).models
        #expect(!models.isEmpty)
        #expect(models.allSatisfy { !$0.name.contains("blendshapes") })
    }

    /// With 16-bit floats, landmarks of a face move, but by less than a pixel.
    @Test func halfPrecisionMovesFacesByLittle() throws {
        let difference = try faceDifferences(halfPrecision: true)
        #expect(difference.landmarks > 0)
        #expect(difference.landmarks < 1)
        #expect(difference.blendshapes > 0)
        #expect(difference.blendshapes < 0.05)
        let models = try #require(GPUStatus.current).models.filter(\.isHalfPrecision)
        #expect(models.count >= 2)
        #expect(models.allSatisfy { $0.isTrusted })
    }

    /// With 16-bit floats, those of a body move by several pixels: the photo shows half of it, so a pixel of the model's
    /// input is five of the photo's.
    @Test func halfPrecisionMovesBodies() throws {
        let options = both(halfPrecision: true) { PoseLandmarkerOptions() }
        let cpu = try PoseLandmarker(options: options.cpu).detect(image: Sample.image())
        let gpu = try PoseLandmarker(options: options.gpu).detect(image: Sample.image())
        for shown in [true, false] {
            let moved = try distance(
                landmarks(cpu.landmarks, shown: shown, as: cpu.landmarks),
                landmarks(gpu.landmarks, shown: shown, as: cpu.landmarks))
            print("GPU: with 16 bits body landmarks that are \(shown ? "shown" : "hidden") \(moved) px")
            #expect(moved < 40)
        }
    }

    /// A task that is closed while it works, on one thread, ends there, and the device stays usable for others.
    @Test func closingDuringWorkLeavesTheDeviceUsable() throws {
        let options = both { FaceLandmarkerOptions() }
        let task = try FaceLandmarker(options: options.gpu)
        let image = try Sample.image()
        DispatchQueue.concurrentPerform(iterations: 3) { index in
            if index == 2 {
                task.close()
            } else {
                // The result, or that the task was closed.
                let found = Result { try task.detect(image: image).faces.count }
                if case .failure(let error) = found {
                    #expect((error as? LineamentError)?.code == .failedPrecondition)
                }
            }
        }
        #expect(try FaceLandmarker(options: options.gpu).detect(image: image).faces.count == 1)
    }

    /// With the last task, the device goes, and the next task opens it again.
    @Test func theDeviceOpensAgain() throws {
        let options = both { FaceDetectorOptions() }.gpu
        for _ in 0..<3 {
            let task = try FaceDetector(options: options)
            #expect(try task.detect(image: Sample.image()).detections.count == 1)
        }
    }

    /// A device that is lost leaves the work to the CPU, or is an error where it is required; later tasks find another.
    @Test(.enabled(if: TestGPU.canLoseDevice, "needs SwiftShader and clang"), arguments: [false, true])
    func aLostDeviceIsNoticed(isRequired: Bool) throws {
        let options = both { FaceDetectorOptions() }
        options.gpu.baseOptions.requiresDelegate = isRequired
        let image = try Sample.image()
        let expected = try FaceDetector(options: options.cpu).detect(image: image).detections.map(\.boundingBox)
        do {
            let task = try FaceDetector(options: options.gpu)
            #expect(try task.detect(image: image).detections.count == 1)
            TestGPU.loseDevice()
            defer { TestGPU.findDevice() }
            for _ in 0..<2 {
                if isRequired {
                    let error = #expect(throws: LineamentError.self) { try task.detect(image: image) }
                    #expect(error?.code == .failedPrecondition)
                    #expect(String(describing: error).contains("failed to run"))
                } else {
                    #expect(try task.detect(image: image).detections.map(\.boundingBox) == expected)
                }
            }
        }
        let found = try FaceDetector(options: options.gpu).detect(image: image).detections
        #expect(found.map(\.boundingBox) == expected)
    }

    @Test func bodiesHaveTheSameLandmarksAndMasks() throws {
        let options = both { () -> PoseLandmarkerOptions in
            let options = PoseLandmarkerOptions()
            options.shouldOutputSegmentationMasks = true
            return options
        }
        let cpu = try PoseLandmarker(options: options.cpu).detect(image: Sample.image())
        let gpu = try PoseLandmarker(options: options.gpu).detect(image: Sample.image())
        try compare(bodies: cpu.landmarks, gpu.landmarks)
        let masks = try [cpu, gpu].map { try #require($0.segmentationMasks.first).withUnsafeFloats { Array($0) } }
        let differences = zip(masks[0], masks[1]).map { abs($0 - $1) }
        let mean = differences.reduce(0, +) / Float(differences.count)
        print("GPU: mask \(differences.max() ?? 0), mean \(mean)")
        // Its region has moved by a few hundredths of a pixel, which at the edge of the body is a tenth of its values.
        #expect(mean < 1e-3)
        #expect(differences.allSatisfy { $0 < 0.2 })
    }

    /// Parts of the photo in which MediaPipe finds hands with low thresholds, whether or not they are some.
    @Test func handsHaveTheSameLandmarks() throws {
        let options = both { () -> HandLandmarkerOptions in
            let options = HandLandmarkerOptions()
            (options.numHands, options.minHandDetectionConfidence, options.minHandPresenceConfidence) = (2, 0.1, 0.1)
            return options
        }
        let image = try DerivedPixels.sample().cropped(x: 224, y: 128, width: 192, height: 192).image()
        let cpu = try HandLandmarker(options: options.cpu).detect(image: image)
        let gpu = try HandLandmarker(options: options.gpu).detect(image: image)
        let moved = try distance(cpu.landmarks, gpu.landmarks)
        print("GPU: hand landmarks \(moved) px, \(cpu.landmarks.count) hands")
        #expect(moved < Self.guessBound)
    }

    @Test func wholePersonsHaveTheSameLandmarks() throws {
        let options = both { HolisticLandmarkerOptions() }
        let cpu = try HolisticLandmarker(options: options.cpu).detect(image: Sample.image())
        let gpu = try HolisticLandmarker(options: options.gpu).detect(image: Sample.image())
        try compare(bodies: [cpu.poseLandmarks], [gpu.poseLandmarks])
        let face = try distance([cpu.faceLandmarks], [gpu.faceLandmarks])
        print("GPU: holistic face \(face) px")
        #expect(face < Self.guessBound)
    }

    /// Several threads and several tasks share one device.
    @Test func callsAtTheSameTimeGiveTheSameResults() throws {
        let options = both { () -> FaceDetectorOptions in
            let options = FaceDetectorOptions()
            options.range = .short
            return options
        }
        let expected = try FaceDetector(options: options.cpu).detect(image: Sample.image()).detections.count
        let tasks = try (0..<2).map { _ in try FaceDetector(options: options.gpu) }
        let image = try Sample.image()
        DispatchQueue.concurrentPerform(iterations: 4) { index in
            let found = try? tasks[index % 2].detect(image: image).detections.count
            #expect(found == expected)
        }
    }

    /// The device is named, and the probes of all models that were used are kept.
    @Test func theStatusNamesTheDeviceAndTheModels() throws {
        let status = try GPUStatus.found()
        #expect(!status.device.isEmpty)
        #expect(!status.kind.isEmpty)
        #expect(status.driver.contains("Vulkan"))
        for model in status.models {
            print(
                "GPU: \(model.name) \(model.difference) of \(model.largest), \(model.delegated.map { "\($0)" } ?? "all")"
            )
        }
        #expect(status.models.contains { $0.isTrusted && $0.delegated == nil && $0.name.contains("short_range") })
        #expect(status.models.allSatisfy { $0.isTrusted })
    }
}
