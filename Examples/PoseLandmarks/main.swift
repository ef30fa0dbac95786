// SPDX-License-Identifier: Apache-2.0

// Body landmarks in all three running modes, with the calls of MediaPipe's iOS guide.
//
// usage: PoseLandmarks PHOTO

import Lineament
import LineamentImages

final class PoseLandmarkerResultProcessor: NSObject, PoseLandmarkerLiveStreamDelegate, Sendable {
    let done = DispatchSemaphore(value: 0)

    func poseLandmarker(
        _ poseLandmarker: PoseLandmarker, didFinishDetection result: PoseLandmarkerResult?,
        timestampInMilliseconds: Int, error: Error?
    ) {
        print("live stream: \(result?.landmarks.count ?? 0) person(s) at \(timestampInMilliseconds) ms")
        done.signal()
    }
}

func makeOptions(_ mode: RunningMode) -> PoseLandmarkerOptions {
    let options = PoseLandmarkerOptions()
    options.baseOptions.modelAssetPath = Bundle.main.path(forResource: "pose_landmarker", ofType: "task")
    options.runningMode = mode
    options.minPoseDetectionConfidence = 0.5
    options.minPosePresenceConfidence = 0.5
    options.minTrackingConfidence = 0.5
    options.numPoses = 1
    options.shouldOutputSegmentationMasks = mode == .image
    return options
}

guard CommandLine.arguments.count == 2, let photo = UIImage(contentsOfFile: CommandLine.arguments[1]) else {
    fatalError("usage: PoseLandmarks PHOTO")
}
let image = try MPImage(uiImage: photo)
let frame = try MPImage(pixelBuffer: photo.pixelBuffer)
let sample = try MPImage(sampleBuffer: CMSampleBuffer(pixelBuffer: photo.pixelBuffer))

let poseLandmarker = try PoseLandmarker(options: makeOptions(.image))
let result = try poseLandmarker.detect(image: image)
for (body, world) in zip(result.landmarks, result.worldLandmarks) {
    print("image: \(body.count) landmarks, nose at \(body[0].x), \(body[0].y), visible \(body[0].visibility ?? 0)")
    print("image: nose \(-world[0].y) m above the hips")
}
for mask in result.segmentationMasks { print("image: mask of \(mask.width)x\(mask.height)") }
print("image: the skeleton has \(PoseLandmarker.poseLandmarks.count) lines")

let videoLandmarker = try PoseLandmarker(options: makeOptions(.video))
for timestamp in [0, 33, 66] {
    let result = try videoLandmarker.detect(videoFrame: frame, timestampInMilliseconds: timestamp)
    print("video: \(result.landmarks.count) person(s) at \(result.timestampInMilliseconds) ms")
}

let processor = PoseLandmarkerResultProcessor()
let liveOptions = makeOptions(.liveStream)
liveOptions.poseLandmarkerLiveStreamDelegate = processor
let liveLandmarker = try PoseLandmarker(options: liveOptions)
try liveLandmarker.detectAsync(image: sample, timestampInMilliseconds: 0)
processor.done.wait()
