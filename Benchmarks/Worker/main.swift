// Runs cases of the benchmark on request. Reads "case rounds" from standard input, prints the milliseconds of each round.
//
// usage: BenchmarkWorker FOLDER   (what Benchmarks/run.py has prepared)

internal import Foundation
internal import Lineament
internal import LineamentMedia

/// A picture as raw RGB: width and height as text in the name.
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

/// A round of a case that looks at one picture again and again.
func image<Task: ImageTask>(_ task: Task, _ name: String) throws -> () throws -> Void {
    let pixels = try picture(name)
    return { _ = try task.detect(image: MPImage(pixelBuffer: pixels)) }
}

/// A round of a case that follows what is in a video: the next of 10 frames that drift to and fro.
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

func file(_ name: String, _ detail: DecodingDetail = .full) throws -> () throws -> Void {
    let data = try Data(contentsOf: folder.appendingPathComponent(name + ".jpg"))
    let task = try landmarker(1, everything: false)
    var decoder = ImageDecoder()
    decoder.detail = detail
    return { [decoder] in _ = try task.detect(image: MPImage(pixelBuffer: decoder.decode(data))) }
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
    case "jpeg-vga", "jpeg-2mp", "jpeg-12mp", "jpeg-24mp": try file(name)
    case "jpeg-12mp-scaled": try file("jpeg-12mp", .scaled)
    case "jpeg-24mp-scaled": try file("jpeg-24mp", .scaled)
    default: { throw LineamentError(.invalidArgument, "There is no case \(name).") }
    }
}

let folder = URL(fileURLWithPath: CommandLine.arguments[1])
var rounds: [String: () throws -> Void] = [:]
while let line = readLine() {
    let words = line.split(separator: " ")
    guard words.count == 2, let count = Int(words[1]) else { continue }
    let name = String(words[0])
    let body = try rounds[name] ?? round(of: name)
    rounds[name] = body
    let clock = ContinuousClock()
    let times = try (0..<count).map { _ in try clock.measure(body) / .milliseconds(1) }
    print(times.map { "\($0)" }.joined(separator: " "))
    fflush(nil)
}
