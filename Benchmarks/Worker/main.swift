// Runs the benchmark cases that start from decoded pixels, with only the Lineament library.
//
// usage: BenchmarkWorker FOLDER   (prepared by Benchmarks/run.py)

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
    options.numFaces = faces
    options.outputFaceBlendshapes = everything
    options.outputFacialTransformationMatrixes = everything
    return try FaceLandmarker(options: options)
}

func poses(masks: Bool) throws -> PoseLandmarker {
    let options = PoseLandmarkerOptions()
    options.shouldOutputSegmentationMasks = masks
    return try PoseLandmarker(options: options)
}

func hands() throws -> HandLandmarker {
    let options = HandLandmarkerOptions()
    options.minHandDetectionConfidence = 0.1
    options.minHandPresenceConfidence = 1e-6
    return try HandLandmarker(options: options)
}

/// Returns a round that processes the same image each time.
func image<Task: ImageTask>(_ task: Task, _ name: String) throws -> () throws -> Void {
    let pixels = try picture(name)
    return { _ = try task.detect(image: MPImage(pixelBuffer: pixels)) }
}

/// Returns a round that processes the next frame of a video: 10 frames, played forward and backward.
func video<Task: ImageTask>(_ task: Task, _ name: String) throws -> () throws -> Void {
    let frames = try (0..<10).map { try picture("\(name)-\($0)") }
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

func round(of name: String) throws -> () throws -> Void {
    switch name {
    case "detector-1mp": try image(FaceDetector(options: FaceDetectorOptions()), "1024-1024-one")
    case "detector-20mp": try image(FaceDetector(options: FaceDetectorOptions()), "4480-4480-one")
    case "landmarker-20mp": try image(landmarker(1, everything: false), "4480-4480-one")
    case "landmarker-image": try image(landmarker(1, everything: false), "640-480-one")
    case "landmarker-image-everything": try image(landmarker(1, everything: true), "640-480-one")
    case "landmarker-video": try video(landmarker(1, everything: false), "640-480-video")
    case "landmarker-video-everything": try video(landmarker(1, everything: true), "640-480-video")
    case "landmarker-3-faces": try image(landmarker(3, everything: true), "640-480-three")
    case "landmarker-5-faces": try image(landmarker(5, everything: true), "640-480-five")
    case "pose-image": try image(poses(masks: false), "640-480-one")
    case "pose-video": try video(poses(masks: false), "640-480-video")
    case "pose-video-masks": try video(poses(masks: true), "640-480-video")
    case "hand-image": try image(hands(), "640-480-hand-0")
    case "hand-video": try video(hands(), "640-480-hand")
    case "holistic-video": try video(HolisticLandmarker(options: HolisticLandmarkerOptions()), "640-480-video")
    default: { throw LineamentError(.invalidArgument, "There is no case named \(name).") }
    }
}

let folder = URL(fileURLWithPath: CommandLine.arguments[1])
let bare = "bare-"
try serve { name in
    name.hasPrefix(bare) ? try bareModels(of: String(name.dropFirst(bare.count))) : try round(of: name)
}
