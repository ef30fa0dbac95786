// SPDX-License-Identifier: Apache-2.0

// Runs the benchmark cases that start from decoded pixels, with only the Lineament library.
//
// usage: BenchmarkWorker FOLDER   (prepared by Benchmarks/run.py): answers lines with the times of rounds
//        BenchmarkWorker FOLDER CASE THREADS SECONDS [NUM_THREADS]: rounds a second of this many threads at once

internal import BenchmarkLoop
internal import Foundation
internal import Lineament

/// Returns an image from raw RGB, whose file name contains width and height.
func picture(_ name: String) throws -> PixelBuffer {
    let parts = name.split(separator: "-").compactMap { Int($0) }
    let bytes = try Data(contentsOf: folder.appendingPathComponent(name + ".rgb"))
    return try PixelBuffer(copying: bytes, width: parts[0], height: parts[1], format: .rgb8)
}

func landmarker(_ faces: Int, everything: Bool) throws -> FaceLandmarker {
    let options = FaceLandmarkerOptions()
    options.baseOptions.numThreads = numThreads
    options.numFaces = faces
    options.outputFaceBlendshapes = everything
    options.outputFacialTransformationMatrixes = everything
    return try FaceLandmarker(options: options)
}

func poses(masks: Bool) throws -> PoseLandmarker {
    let options = PoseLandmarkerOptions()
    options.baseOptions.numThreads = numThreads
    options.shouldOutputSegmentationMasks = masks
    return try PoseLandmarker(options: options)
}

func hands() throws -> HandLandmarker {
    let options = HandLandmarkerOptions()
    options.baseOptions.numThreads = numThreads
    options.minHandDetectionConfidence = 0.1
    options.minHandPresenceConfidence = 1e-6
    return try HandLandmarker(options: options)
}

func holisticOptions() -> HolisticLandmarkerOptions {
    let options = HolisticLandmarkerOptions()
    options.baseOptions.numThreads = numThreads
    return options
}

/// Returns a round that processes the same image each time.
func image<Task: ImageTask>(_ task: Task, _ name: String) throws -> () throws -> Void {
    let pixels = try picture(name)
    return { _ = try task.detect(image: MPImage(pixelBuffer: pixels)) }
}

/// Returns a round that processes the next frame of a video: 10 frames, played forward and backward.
func video<Task: ImageTask>(_ task: Task, _ frames: [PixelBuffer]) -> () throws -> Void {
    let session = task.makeSession()
    var count = 0
    return {
        let place = count % 18
        _ = try session.detect(
            videoFrame: MPImage(pixelBuffer: frames[place < 10 ? place : 18 - place]),
            timestampInMilliseconds: count * 33)
        count += 1
    }
}

/// Returns a round of only the inferences that a case needs, one after another, on tensors that are already filled.
func bareModels(of name: String) throws -> () throws -> Void {
    func stages(_ names: [String], count: Int = 1) throws -> () throws -> Void {
        let image = try MPImage(pixelBuffer: picture("640-480-one"))
        let options = FaceLandmarkerOptions()
        options.outputFaceBlendshapes = true
        let all =
            switch name.prefix(4) {
            case "pose": try PoseLandmarkerBenchmark(image: image, options: PoseLandmarkerOptions()).stages
            case "hand", "holi": try HolisticLandmarkerBenchmark().stages
            default: try FaceLandmarkerBenchmark(image: image, options: options).stages
            }
        let runs = try names.flatMap { name in
            guard let stage = all.first(where: { $0.name == name + ": model alone" }) else {
                throw LineamentError(.internal, "There is no stage named \(name).")
            }
            return [() throws -> Void](repeating: stage.run, count: name == "detector" ? 1 : count)
        }
        return { for run in runs { try run() } }
    }
    switch name {
    case "detector-1mp", "detector-20mp": return try stages(["detector"])
    case "landmarker-20mp", "landmarker-image": return try stages(["detector", "landmarks"])
    case "landmarker-image-everything": return try stages(["detector", "landmarks", "blendshapes"])
    case "landmarker-video": return try stages(["landmarks"])
    case "landmarker-video-everything": return try stages(["landmarks", "blendshapes"])
    case "landmarker-3-faces": return try stages(["detector", "landmarks", "blendshapes"], count: 3)
    case "landmarker-5-faces": return try stages(["detector", "landmarks", "blendshapes"], count: 5)
    case "pose-image": return try stages(["pose detector", "body"])
    case "pose-video": return try stages(["body"])
    case "pose-video-masks": return try stages(["body with mask"])
    case "hand-image": return try stages(["palm detector", "hand"])
    case "hand-video": return try stages(["hand"])
    case "holistic-video":
        // The wrists of the sample photo are hidden or out of the image, but for one.
        return try stages(["body", "face detector", "face", "hand region", "hand region", "hand", "hand"])
    default: throw LineamentError(.invalidArgument, "There is no case named \(name).")
    }
}

/// Returns what makes the rounds of a case: those of all threads share one task.
func rounds(of name: String) throws -> @Sendable () throws -> () throws -> Void {
    func images<Task: ImageTask>(_ task: Task, _ name: String) -> @Sendable () throws -> () throws -> Void {
        { try image(task, name) }
    }
    func videos<Task: ImageTask>(_ task: Task, _ name: String) throws -> @Sendable () throws -> () throws -> Void {
        let frames = try (0..<10).map { try picture("\(name)-\($0)") }
        return { video(task, frames) }
    }
    return switch name {
    case "detector-1mp": images(try FaceDetector(options: FaceDetectorOptions()), "1024-1024-one")
    case "detector-20mp": images(try FaceDetector(options: FaceDetectorOptions()), "4480-4480-one")
    case "landmarker-20mp": images(try landmarker(1, everything: false), "4480-4480-one")
    case "landmarker-image": images(try landmarker(1, everything: false), "640-480-one")
    case "landmarker-image-everything": images(try landmarker(1, everything: true), "640-480-one")
    case "landmarker-video": try videos(landmarker(1, everything: false), "640-480-video")
    case "landmarker-video-everything": try videos(landmarker(1, everything: true), "640-480-video")
    case "landmarker-3-faces": images(try landmarker(3, everything: true), "640-480-three")
    case "landmarker-5-faces": images(try landmarker(5, everything: true), "640-480-five")
    case "pose-image": images(try poses(masks: false), "640-480-one")
    case "pose-video": try videos(poses(masks: false), "640-480-video")
    case "pose-video-masks": try videos(poses(masks: true), "640-480-video")
    case "hand-image": images(try hands(), "640-480-hand-0")
    case "hand-video": try videos(hands(), "640-480-hand")
    case "holistic-video": try videos(HolisticLandmarker(options: holisticOptions()), "640-480-video")
    default: throw LineamentError(.invalidArgument, "There is no case named \(name).")
    }
}

let folder = URL(fileURLWithPath: CommandLine.arguments[1])
/// The threads of each inference; 0 for as many as the library thinks best.
let numThreads = CommandLine.arguments.count > 5 ? Int(CommandLine.arguments[5]) ?? 0 : 0
let bare = "bare-"
let words = CommandLine.arguments
if words.count > 4, !words[2].isEmpty {
    print(try roundsPerSecond(threads: Int(words[3]) ?? 1, seconds: Double(words[4]) ?? 3, rounds(of: words[2])))
} else {
    try serve { name in
        name.hasPrefix(bare) ? try bareModels(of: String(name.dropFirst(bare.count))) : try rounds(of: name)()
    }
}
