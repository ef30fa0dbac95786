import Foundation
import Lineament
import LineamentImages
import LineamentRender

struct GazeOverlay: Overlay {
    let result: FaceLandmarkerResult

    func draw(on canvas: Canvas) {
        for face in result.faces {
            let left = canvas.point(of: face.landmarks[.leftIrisCenter])
            let right = canvas.point(of: face.landmarks[.rightIrisCenter])
            canvas.strokeLines([(left, right)], .white, width: 1)
            canvas.fillCircle(left, radius: 3, .orange)
            canvas.fillCircle(right, radius: 3, .skyBlue)
            canvas.label("\(Int(abs(left.x - right.x))) px", at: Point(x: right.x, y: right.y - 20), .yellow)
        }
    }
}

let pixels = try ImageDecoder().decode(contentsOf: URL(fileURLWithPath: CommandLine.arguments[1]))
let landmarker = try FaceLandmarker(options: FaceLandmarkerOptions())
let result = try landmarker.detect(image: MPImage(pixelBuffer: pixels))
let overlay = OverlayStack([FaceMeshOverlay(result), GazeOverlay(result: result)])
try ImageEncoder().write(overlay.drawn(over: pixels), to: URL(fileURLWithPath: CommandLine.arguments[2]))
