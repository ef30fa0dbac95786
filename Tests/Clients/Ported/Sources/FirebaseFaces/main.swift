// SPDX-License-Identifier: Apache-2.0

// Faces of a photo and of a camera's frame with ML Kit as it was in Firebase.

import AVFoundation
import Checks
import Firebase
import UIKit

class FaceCounter: NSObject {
    lazy var vision = Vision.vision()

    private lazy var options: VisionFaceDetectorOptions = {
        let options = VisionFaceDetectorOptions()
        options.performanceMode = .accurate
        options.landmarkMode = .all
        options.classificationMode = .all
        options.minFaceSize = 0.1
        options.isTrackingEnabled = true
        return options
    }()

    private lazy var contourOptions: VisionFaceDetectorOptions = {
        let options = VisionFaceDetectorOptions()
        options.contourMode = VisionFaceDetectorContourMode.all
        return options
    }()

    lazy var detector = vision.faceDetector(options: options)
    lazy var contourDetector = vision.faceDetector(options: contourOptions)

    func count(in photo: UIImage, completion: @escaping ([VisionFace]) -> Void) {
        let image = VisionImage(image: photo)
        let metadata = VisionImageMetadata()
        metadata.orientation = .topLeft
        image.metadata = metadata
        detector.process(image) { faces, error in
            guard error == nil, let faces = faces, !faces.isEmpty else {
                fail("no faces: \(error?.localizedDescription ?? "none in the photo")")
            }
            completion(faces)
        }
    }

    func outline(in sampleBuffer: CMSampleBuffer, completion: @escaping ([CGPoint]) -> Void) {
        let image = VisionImage(buffer: sampleBuffer)
        let metadata = VisionImageMetadata()
        metadata.orientation = orientation(
            deviceOrientation: UIDevice.current.orientation, cameraPosition: AVCaptureDevice.Position.back)
        image.metadata = metadata
        contourDetector.process(image) { faces, error in
            guard let face = faces?.first, let contour = face.contour(ofType: .face) else {
                fail("no outline: \(String(describing: error))")
            }
            completion(contour.points.map { CGPoint(x: CGFloat($0.x.floatValue), y: CGFloat($0.y.floatValue)) })
        }
    }

    func orientation(
        deviceOrientation: UIDeviceOrientation, cameraPosition: AVCaptureDevice.Position
    ) -> VisionDetectorImageOrientation {
        switch deviceOrientation {
        case .portrait: return cameraPosition == .front ? .leftTop : .rightTop
        case .landscapeLeft: return cameraPosition == .front ? .bottomLeft : .topLeft
        case .portraitUpsideDown: return cameraPosition == .front ? .rightBottom : .leftBottom
        case .landscapeRight: return cameraPosition == .front ? .topRight : .bottomRight
        case .faceDown, .faceUp, .unknown: return .leftTop
        @unknown default: return .leftTop
        }
    }
}

/// Returns the first frame of a video.
func firstFrame(of url: URL) throws -> CMSampleBuffer? {
    let asset = AVAsset(url: url)
    guard let track = asset.tracks(withMediaType: .video).first else { return nil }
    let reader = try AVAssetReader(asset: asset)
    let output = AVAssetReaderTrackOutput(
        track: track, outputSettings: [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA])
    reader.add(output)
    guard reader.startReading() else { return nil }
    return output.copyNextSampleBuffer()
}

let paths = arguments("PHOTO", "CLIP")
limitTime(to: 90)
guard let photo = UIImage(contentsOfFile: paths[0]) else { fail("no photo") }
guard let frame = try firstFrame(of: URL(fileURLWithPath: paths[1])) else { fail("no frame") }

let counter = FaceCounter()
counter.count(in: photo) { faces in
    check(faces.count == 1, "\(faces.count) faces")
    for face in faces {
        check(Double(face.frame.minX), near: 177, within: 8, "the frame's left edge")
        check(face.hasHeadEulerAngleY && face.hasHeadEulerAngleZ, "angles are missing")
        check(Double(face.headEulerAngleZ), near: -3.6, within: 2, "the Z angle")
        guard let leftEye = face.landmark(ofType: .leftEye) else { fail("no left eye") }
        check(leftEye.position.x.doubleValue, near: 246, within: 4, "the left eye's x")
        check(face.hasSmilingProbability && face.smilingProbability > 0.8, "no smile")
        check(face.hasRightEyeOpenProbability && face.rightEyeOpenProbability > 0.8, "the right eye is closed")
        check(face.hasTrackingID, "no identity")
    }
    counter.outline(in: frame) { points in
        check(points.count == 36, "\(points.count) points")
        let top = points.map(\.y).min() ?? 0
        let bottom = points.map(\.y).max() ?? 0
        check(bottom - top > 80 && bottom - top < 130, "the outline is \(bottom - top) high")
        check(abs(points[0].y - top) < 3 && abs(points[18].y - bottom) < 3, "the outline begins elsewhere")
        print("done")
        exit(0)
    }
}
RunLoop.main.run()
