// SPDX-License-Identifier: Apache-2.0

// Faces in what the camera sees.

import AVFoundation
import Checks
import CoreMedia
import MediaPipeTasksVision
import UIKit

final class LiveFaces: NSObject, CameraFeedDelegate, FaceDetectorLiveStreamDelegate {
    private let queue = DispatchQueue(label: "com.example.feed.detector")
    private var detector: FaceDetector?
    private var frames = 0
    private(set) var results: [FaceDetectorResult] = []
    var onEnoughResults: (() -> Void)?

    func start(modelPath: String) throws {
        let options = FaceDetectorOptions()
        options.baseOptions.modelAssetPath = modelPath
        options.runningMode = .liveStream
        options.faceDetectorLiveStreamDelegate = self
        detector = try FaceDetector(options: options)
    }

    func stop() {
        queue.sync { detector = nil }
    }

    func cameraFeed(_ feed: CameraFeed, didOutput sampleBuffer: CMSampleBuffer, orientation: UIImage.Orientation) {
        let time = CMSampleBufferGetPresentationTimeStamp(sampleBuffer)
        queue.async { [weak self] in
            guard let self, let detector = self.detector else { return }
            self.frames += 1
            do {
                let image = try MPImage(sampleBuffer: sampleBuffer, orientation: orientation)
                try detector.detectAsync(image: image, timestampInMilliseconds: Int(time.seconds * 1000))
            } catch {
                fail("frame \(self.frames): \(error)")
            }
        }
    }

    func cameraFeedDidFail(_ feed: CameraFeed, with error: Error?) {
        fail("the camera: \(error?.localizedDescription ?? "unknown")")
    }

    func faceDetector(
        _ faceDetector: FaceDetector, didFinishDetection result: FaceDetectorResult?,
        timestampInMilliseconds: Int, error: Error?
    ) {
        guard let result else { fail("no result: \(String(describing: error))") }
        queue.async {
            self.results.append(result)
            if self.results.count == 5 { DispatchQueue.main.async { self.onEnoughResults?() } }
        }
    }
}

let paths = arguments("MODELS")
limitTime(to: 60)

let faces = LiveFaces()
try faces.start(modelPath: paths[0] + "/face_detection_short_range.tflite")
let feed = CameraFeed(position: .back)
feed.delegate = faces
faces.onEnoughResults = {
    feed.stop()
    faces.stop()
    let times = faces.results.map(\.timestampInMilliseconds)
    check(times == times.sorted() && Set(times).count == times.count, "times \(times)")
    check(faces.results.allSatisfy { $0.detections.count == 1 }, "a frame without its face")
    check(feed.frameSize == CGSize(width: 480, height: 512), "frames of \(feed.frameSize)")
    print("done")
    exit(0)
}
feed.start { setup in
    switch setup {
    case .ready: check(feed.isRunning, "the session does not run")
    case .denied: fail("the camera is not allowed")
    case .failed: fail("the camera cannot be set up")
    }
}
RunLoop.main.run(until: Date(timeIntervalSinceNow: 60))
