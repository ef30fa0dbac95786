// SPDX-License-Identifier: Apache-2.0

// Face landmarks in all three running modes, with the calls of MediaPipe's iOS guide.
//
// usage: FaceLandmarks PHOTO

import Lineament
import LineamentImages

final class FaceLandmarkerResultProcessor: NSObject, FaceLandmarkerLiveStreamDelegate, Sendable {
    let done = DispatchSemaphore(value: 0)

    func faceLandmarker(
        _ faceLandmarker: FaceLandmarker, didFinishDetection result: FaceLandmarkerResult?,
        timestampInMilliseconds: Int, error: Error?
    ) {
        print("live stream: \(result?.faceLandmarks.count ?? 0) face(s) at \(timestampInMilliseconds) ms")
        done.signal()
    }
}

func makeOptions(_ mode: RunningMode) -> FaceLandmarkerOptions {
    let options = FaceLandmarkerOptions()
    // If the program has no such resource, nil selects the model that `make setup` or `lineament models fetch` downloaded.
    options.baseOptions.modelAssetPath = Bundle.main.path(forResource: "face_landmarker", ofType: "task")
    options.runningMode = mode
    options.minFaceDetectionConfidence = 0.5
    options.minFacePresenceConfidence = 0.5
    options.minTrackingConfidence = 0.5
    options.numFaces = 1
    options.outputFaceBlendshapes = true
    options.outputFacialTransformationMatrixes = true
    return options
}

guard CommandLine.arguments.count == 2, let photo = UIImage(contentsOfFile: CommandLine.arguments[1]) else {
    fatalError("usage: FaceLandmarks PHOTO")
}
let image = try MPImage(uiImage: photo)
let frame = try MPImage(pixelBuffer: photo.pixelBuffer)
let sample = try MPImage(sampleBuffer: CMSampleBuffer(pixelBuffer: photo.pixelBuffer))

let faceLandmarker = try FaceLandmarker(options: makeOptions(.image))
let result = try faceLandmarker.detect(image: image)
for (face, shapes) in zip(result.faceLandmarks, result.faceBlendshapes) {
    print("image: \(face.count) landmarks, the first at \(face[0].x), \(face[0].y), \(face[0].z)")
    for shape in shapes.categories.sorted(by: { $0.score > $1.score }).prefix(3) {
        print("image: \(shape.categoryName ?? "") \(shape.score)")
    }
}
for matrix in result.facialTransformationMatrixes {
    print("image: the head is \(-matrix[row: 2, column: 3]) cm from the camera")
}

let videoLandmarker = try FaceLandmarker(options: makeOptions(.video))
for timestamp in [0, 33, 66] {
    let result = try videoLandmarker.detect(videoFrame: frame, timestampInMilliseconds: timestamp)
    print("video: \(result.faceLandmarks.count) face(s) at \(result.timestampInMilliseconds) ms")
}

let processor = FaceLandmarkerResultProcessor()
let liveOptions = makeOptions(.liveStream)
liveOptions.faceLandmarkerLiveStreamDelegate = processor
let liveLandmarker = try FaceLandmarker(options: liveOptions)
try liveLandmarker.detectAsync(image: sample, timestampInMilliseconds: 0)
processor.done.wait()
