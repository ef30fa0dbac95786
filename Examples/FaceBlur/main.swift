// SPDX-License-Identifier: Apache-2.0

// Blurs every detected face in a photo or video. A face that is not detected stays visible, so check the output.
//
// usage: swift run -c release FaceBlur party.jpg blurred.jpg
//        swift run -c release FaceBlur clip.mp4 blurred.mp4

import Foundation
import Lineament
import LineamentImages
import LineamentRender
import LineamentVideo

guard CommandLine.arguments.count == 3 else {
    print("usage: FaceBlur INPUT OUTPUT")
    exit(2)
}
let (input, output) = (URL(fileURLWithPath: CommandLine.arguments[1]), URL(fileURLWithPath: CommandLine.arguments[2]))
let options = FaceDetectorOptions()
options.range = .auto  // faces of all sizes
let detector = try FaceDetector(options: options)

if VideoWriter.pathExtensions.contains(output.pathExtension.lowercased()) {
    let (reader, session) = (try VideoReader(input), detector.makeSession())
    let writer = try VideoWriter(output, matching: reader)
    while let frame = try reader.next() {
        let blur = FaceBlurOverlay(try session.detect(frame))
        let covered = blur.covered(width: frame.shown.width, height: frame.shown.height)
        try writer.write(blur.drawn(over: frame.shown), over: frame, covered: covered)
    }
    try writer.finish()
} else {
    let pixels = try ImageDecoder().decode(contentsOf: input)
    let blur = FaceBlurOverlay(try detector.detect(image: MPImage(pixelBuffer: pixels)))
    try ImageEncoder().write(blur.drawn(over: pixels), to: output)
}
