import Foundation
import Lineament
import LineamentVideo

// On the phone: import MediaPipeTasksVision, and frames from AVFoundation.

final class FaceReporter: NSObject, FaceLandmarkerLiveStreamDelegate {
    func faceLandmarker(
        _ faceLandmarker: FaceLandmarker, didFinishDetection result: FaceLandmarkerResult?,
        timestampInMilliseconds: Int, error: (any Error)?
    ) {
        guard let result, let landmarks = result.faceLandmarks.first else { return }
        let smile = result.faceBlendshapes.first?.categories.first { $0.categoryName == "mouthSmileLeft" }
        print("\(timestampInMilliseconds) ms: nose at \(landmarks[1].x), \(landmarks[1].y), smile \(smile?.score ?? 0)")
    }
}

let reporter = FaceReporter()
let options = FaceLandmarkerOptions()
options.baseOptions.modelAssetPath = Bundle.main.path(forResource: "face_landmarker", ofType: "task")
options.runningMode = .liveStream
options.outputFaceBlendshapes = true
options.faceLandmarkerLiveStreamDelegate = reporter
let faceLandmarker = try FaceLandmarker(options: options)

let camera = try VideoReader(address: CommandLine.arguments[1])
while let frame = try camera.next() {
    try faceLandmarker.detectAsync(
        image: frame.image, timestampInMilliseconds: frame.timestampInMilliseconds)
}
faceLandmarker.close()
