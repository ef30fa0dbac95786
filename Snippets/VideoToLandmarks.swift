import Lineament
import LineamentVideo

let options = FaceLandmarkerOptions()
options.numFaces = 3
options.smoothing = .everyone
let landmarker = try FaceLandmarker(options: options)

let session = landmarker.makeSession()
let reader = try VideoReader(CommandLine.arguments[1])
while let frame = try reader.next() {
    let result = try session.detect(
        videoFrame: MPImage(pixelBuffer: frame.pixels), timestampInMilliseconds: frame.timestampInMilliseconds)
    print(frame.timestampInMilliseconds, result.trackIDs)
}
