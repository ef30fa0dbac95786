// SPDX-License-Identifier: Apache-2.0

// Runs the benchmark cases that start from a file.
//
// usage: BenchmarkFileWorker FOLDER   (prepared by Benchmarks/run.py)

internal import BenchmarkLoop
internal import Foundation
internal import Lineament
internal import LineamentImages

let folder = URL(fileURLWithPath: CommandLine.arguments[1])

/// Returns a round from JPEG bytes to the landmarks of a face. Cases that end in "-scaled" decode at a reduced
/// resolution.
try serve { name in
    let isScaled = name.hasSuffix("-scaled")
    let file = isScaled ? String(name.dropLast("-scaled".count)) : name
    let data = try Data(contentsOf: folder.appendingPathComponent("\(file).jpg"))
    let task = try FaceLandmarker(options: FaceLandmarkerOptions())
    var decoder = ImageDecoder()
    decoder.detail = isScaled ? .scaled : .full
    return { [decoder] in _ = try task.detect(image: MPImage(pixelBuffer: decoder.decode(data))) }
}
