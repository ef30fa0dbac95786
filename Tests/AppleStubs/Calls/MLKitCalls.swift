// SPDX-License-Identifier: Apache-2.0
import AVFoundation
import LineamentMLKit

func mlKitCalls(pixels: CVPixelBuffer, sample: CMSampleBuffer) throws {
    let image = VisionImage(buffer: sample)
    image.orientation = .right
    let metadata = VisionImageMetadata()
    metadata.orientation = .rightTop
    image.metadata = metadata
    let options = FaceDetectorOptions()
    options.contourMode = .all
    _ = try FaceDetector.faceDetector(options: options).results(in: image)
    let images = [MLImage(pixelBuffer: pixels), MLImage(sampleBuffer: sample)].compactMap { $0 }
    for image in images { _ = try FaceDetector.faceDetector().results(in: image) }
    let poseOptions = AccuratePoseDetectorOptions()
    poseOptions.detectorMode = .singleImage
    PoseDetector.poseDetector(options: poseOptions).process(image) { poses, error in
        guard error == nil, let pose = poses?.first else { return }
        let position: VisionPoint = pose.landmark(ofType: .leftPinkyFinger).position
        _ = CGPoint(x: position.x, y: CGFloat(truncating: position.y))
    }
}

/// A view controller's ways to use the results: its own properties, without annotations.
@MainActor final class MLKitController {
    private let detector = FaceDetector.faceDetector()
    private var faces: [Face] = []

    func show(_ image: VisionImage) {
        detector.process(image) { [weak self] faces, error in
            guard let self, error == nil, let faces else { return }
            self.faces = faces
        }
    }
}

#if canImport(UIKit)
    func mlKitCalls(photo: UIImage, camera: AVCaptureDevice.Position) {
        let image = VisionImage(image: photo)
        image.orientation = photo.imageOrientation
        let detector = Vision.vision().faceDetector(options: VisionFaceDetectorOptions())
        detector.process(image) { faces, error in
            guard error == nil, let faces else { return }
            for face in faces { _ = (face.frame, face.smilingProbability) }
        }
        _ = MLImage(image: photo)?.image
    }

    @MainActor func deviceOrientation() -> UIDeviceOrientation { UIDevice.current.orientation }
#endif
