import Foundation
import Lineament
import LineamentImages
import LineamentRender

let options = HolisticLandmarkerOptions()
options.numPeople = 3
options.outputFaceBlendshapes = true
let landmarker = try HolisticLandmarker(options: options)

let pixels = try ImageDecoder().decode(contentsOf: URL(fileURLWithPath: CommandLine.arguments[1]))
let result = try landmarker.detect(image: MPImage(pixelBuffer: pixels))
for person in result.people {
    print("left hip at \(person.landmarks[.leftHip].x), \(person.landmarks[.leftHip].y)")
    if let nose = person.face?.landmarks[.noseTip] { print("nose tip at \(nose.x), \(nose.y)") }
    if let hand = person.leftHand { print("left wrist at \(hand.landmarks[.wrist].x), \(hand.landmarks[.wrist].y)") }
}
let drawing = try HolisticOverlay(result).drawn(over: pixels)
try ImageEncoder().write(drawing, to: URL(fileURLWithPath: CommandLine.arguments[2]))
