// Blurs every detected face in a photo or video. A face that is not detected stays visible, so check the output.
//
// usage: swift run -c release FaceBlur party.jpg blurred.jpg
//        swift run -c release FaceBlur clip.mp4 blurred.mp4

import Foundation
import Lineament
import LineamentImages
import LineamentRender
import LineamentVideo

struct FaceBlur: Overlay {
    let faces: [Detection]

    func draw(on canvas: Canvas) {
        for box in faces.map(\.boundingBox) { canvas.blur(box.insetBy(dx: -0.25 * box.width, dy: -0.4 * box.height)) }
    }
}

let (input, output) = (URL(fileURLWithPath: CommandLine.arguments[1]), URL(fileURLWithPath: CommandLine.arguments[2]))
let options = FaceDetectorOptions()
options.range = .auto  // faces of all sizes
let detector = try FaceDetector(options: options)
if VideoWriter.pathExtensions.contains(output.pathExtension) {
    let (reader, session) = (try VideoReader(input), detector.makeSession())
    let writer = try VideoWriter(
        path: output.path, width: reader.width, height: reader.height, frameRate: reader.frameRate ?? 30,
        soundFrom: reader)
    while let frame = try reader.next() {
        let blur = FaceBlur(faces: try session.detect(frame).detections)
        try writer.write(blur.drawn(over: frame.pixels), time: frame.time)
    }
    try writer.finish()
} else {
    let image = try MPImage(contentsOf: input)
    let blur = FaceBlur(faces: try detector.detect(image: image).detections)
    try ImageEncoder().write(blur.drawn(over: image.pixels), to: output)
}
