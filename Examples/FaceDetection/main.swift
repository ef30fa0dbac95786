// SPDX-License-Identifier: Apache-2.0

// Face detection in all three running modes, with the calls of MediaPipe's iOS guide.
//
// usage: FaceDetection PHOTO

import Lineament
import LineamentImages

final class FaceDetectorResultProcessor: NSObject, FaceDetectorLiveStreamDelegate, Sendable {
    let done = DispatchSemaphore(value: 0)

    func faceDetector(
        _ faceDetector: FaceDetector, didFinishDetection result: FaceDetectorResult?, timestampInMilliseconds: Int,
        error: Error?
    ) {
        print("live stream: \(result?.detections.count ?? 0) face(s) at \(timestampInMilliseconds) ms")
        done.signal()
    }
}

func makeOptions(_ mode: RunningMode) -> FaceDetectorOptions {
    let options = FaceDetectorOptions()
    options.baseOptions.modelAssetPath = Bundle.main.path(forResource: "model", ofType: "tflite")
    options.runningMode = mode
    return options
}

guard CommandLine.arguments.count == 2, let photo = UIImage(contentsOfFile: CommandLine.arguments[1]) else {
    fatalError("usage: FaceDetection PHOTO")
}
let image = try MPImage(uiImage: photo)
let frame = try MPImage(pixelBuffer: photo.pixelBuffer)
let sample = try MPImage(sampleBuffer: CMSampleBuffer(pixelBuffer: photo.pixelBuffer))

let faceDetector = try FaceDetector(options: makeOptions(.image))
for detection in try faceDetector.detect(image: image).detections {
    print("image: \(detection.boundingBox) \(detection.categories[0].score)")
    for keypoint in detection.keypoints ?? [] { print("image: keypoint \(keypoint.location)") }
}

let videoDetector = try FaceDetector(options: makeOptions(.video))
for timestamp in [0, 33, 66] {
    let result = try videoDetector.detect(videoFrame: frame, timestampInMilliseconds: timestamp)
    print("video: \(result.detections.count) face(s) at \(result.timestampInMilliseconds) ms")
}

let processor = FaceDetectorResultProcessor()
let liveOptions = makeOptions(.liveStream)
liveOptions.faceDetectorLiveStreamDelegate = processor
let liveDetector = try FaceDetector(options: liveOptions)
try liveDetector.detectAsync(image: sample, timestampInMilliseconds: 0)
processor.done.wait()
