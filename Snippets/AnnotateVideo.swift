import Foundation
import Lineament
import LineamentRender
import LineamentVideo

let options = FaceLandmarkerOptions()
options.numFaces = 3
options.smoothing = .everyone
let session = try FaceLandmarker(options: options).makeSession()

let reader = try VideoReader(URL(fileURLWithPath: CommandLine.arguments[1]))
let writer = try VideoWriter(URL(fileURLWithPath: CommandLine.arguments[2]), matching: reader)
while let frame = try reader.next() {
    let overlay = FaceMeshOverlay(try session.detect(frame))
    try writer.write(overlay.drawn(over: frame.shown), over: frame)
}
try writer.finish()
