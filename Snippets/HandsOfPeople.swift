import Foundation
import Lineament
import LineamentImages

let options = HandLandmarkerOptions()
options.numHands = 10
options.range = .auto  // also at the wrists of people who stand farther away; .short is MediaPipe's default
let landmarker = try HandLandmarker(options: options)

let image = try MPImage(contentsOf: URL(fileURLWithPath: CommandLine.arguments[1]))
for hand in try landmarker.detect(image: image).hands {
    let tip = hand[.indexFingerTip].position(in: image)
    let side = hand.handedness.categoryName ?? ""
    print("\(side) hand of person \(hand.personID ?? 0): the tip of the index finger at pixel \(tip.x), \(tip.y)")
    let span = hand.worldLandmarks[.indexFingerTip].x - hand.worldLandmarks[.thumbTip].x
    print("\(abs(span) * 100) cm to the side of the tip of the thumb")
}
