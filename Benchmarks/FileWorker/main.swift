// Runs the cases of the benchmark that begin with a file.
//
// usage: BenchmarkFileWorker FOLDER   (what Benchmarks/run.py has prepared)

internal import BenchmarkLoop
internal import Foundation
internal import Lineament
internal import LineamentImages

let folder = URL(fileURLWithPath: CommandLine.arguments[1])

/// JPEG bytes to the landmarks of a face; "-scaled" at the end of a case decodes no more than is looked at.
try serve { name in
    let isScaled = name.hasSuffix("-scaled")
    let file = isScaled ? String(name.dropLast("-scaled".count)) : name
    let data = try Data(contentsOf: folder.appendingPathComponent("\(file).jpg"))
    let task = try FaceLandmarker(options: FaceLandmarkerOptions())
    var decoder = ImageDecoder()
    decoder.detail = isScaled ? .scaled : .full
    return { [decoder] in _ = try task.detect(image: MPImage(pixelBuffer: decoder.decode(data))) }
}
