// SPDX-License-Identifier: Apache-2.0
import Foundation
import Lineament
import LineamentImages
import LineamentMLKit
import LineamentMLKitRender
import LineamentRender
import LineamentVideo
import LineamentVision
import LineamentVisionRender

// A square of RGB pixels without a header, as no library is there that could decode a file.
let path = CommandLine.arguments[1]
let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
let side = Int(Double(bytes.count / 3).squareRoot())
let pixels = try PixelBuffer(copying: bytes, width: side, height: side, format: .rgb8)
let result = try FaceLandmarker(options: FaceLandmarkerOptions()).detect(image: MPImage(pixelBuffer: pixels))
for face in result.faces { print("nose tip at \(face.landmarks[.noseTip].x)") }

/// Prints what a program says in which a library is missing.
func report(_ name: String, _ work: () throws -> Void) {
    do {
        try work()
        print("\(name): works")
    } catch {
        print("\(name): \(String(describing: error).replacing("\n", with: " "))")
    }
}
report("JPEG") { _ = try ImageEncoder().encode(pixels, as: .jpeg) }
report("PNG") { _ = try ImageEncoder().encode(pixels, as: .png) }
report("drawing") { _ = try Canvas(pixels) }
report("video") { _ = try VideoReader(path) }
