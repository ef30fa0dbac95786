import Foundation
import Lineament
import LineamentRender
import LineamentVideo

let options = FaceLandmarkerOptions()
options.numFaces = 3
options.smoothing = .everyone
let session = try FaceLandmarker(options: options).makeSession()

let reader = try VideoReader(URL(fileURLWithPath: CommandLine.arguments[1]))
let writer = try VideoWriter(
    path: CommandLine.arguments[2], width: reader.width, height: reader.height, frameRate: reader.frameRate ?? 30,
    soundFrom: reader)
while let frame = try reader.next() {
    let overlay = FaceMeshOverlay(try session.detect(frame))
    try writer.write(overlay.drawn(over: frame.pixels), time: frame.time)
}
try writer.finish()
