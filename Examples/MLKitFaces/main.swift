// SPDX-License-Identifier: Apache-2.0

// Face detection with ML Kit's API, with the calls of Firebase's iOS guide.
//
// usage: MLKitFaces PHOTO

import LineamentMLKit
import LineamentImages

func imageOrientation(
    deviceOrientation: UIDeviceOrientation, cameraPosition: AVCaptureDevice.Position
) -> VisionDetectorImageOrientation {
    switch deviceOrientation {
    case .portrait: cameraPosition == .front ? .leftTop : .rightTop
    case .landscapeLeft: cameraPosition == .front ? .bottomLeft : .topLeft
    case .portraitUpsideDown: cameraPosition == .front ? .rightBottom : .leftBottom
    case .landscapeRight: cameraPosition == .front ? .topRight : .bottomRight
    case .faceDown, .faceUp, .unknown: .leftTop
    }
}

func report(_ face: VisionFace) {
    print("face: \(face.frame)")
    if face.hasHeadEulerAngleY { print("turned by \(face.headEulerAngleY) degrees") }
    if face.hasHeadEulerAngleZ { print("tilted by \(face.headEulerAngleZ) degrees") }
    if let eye = face.landmark(ofType: .leftEye) { print("left eye at \(eye.position.x), \(eye.position.y)") }
    if let eye = face.contour(ofType: .leftEye) { print("left eye has \(eye.points.count) points") }
    if let lip = face.contour(ofType: .upperLipBottom) { print("upper lip has \(lip.points.count) points") }
    if face.hasSmilingProbability { print("smiles: \(face.smilingProbability)") }
    if face.hasRightEyeOpenProbability { print("right eye open: \(face.rightEyeOpenProbability)") }
    if face.hasTrackingID { print("number \(face.trackingID)") }
}

guard CommandLine.arguments.count == 2, let photo = UIImage(contentsOfFile: CommandLine.arguments[1]) else {
    fatalError("usage: MLKitFaces PHOTO")
}
let vision = Vision.vision()

// Landmarks and classification in accurate mode.
let accurate = VisionFaceDetectorOptions()
accurate.performanceMode = .accurate
accurate.landmarkMode = .all
accurate.classificationMode = .all
accurate.isTrackingEnabled = true
for face in try vision.faceDetector(options: accurate).results(in: VisionImage(image: photo)) { report(face) }

// Contours in a camera frame.
let contours = VisionFaceDetectorOptions()
contours.contourMode = .all
let frame = VisionImage(buffer: try CMSampleBuffer(pixelBuffer: photo.pixelBuffer))
let metadata = VisionImageMetadata()
metadata.orientation = imageOrientation(
    deviceOrientation: UIDevice.current.orientation, cameraPosition: AVCaptureDevice.Position.back)
frame.metadata = metadata
vision.faceDetector(options: contours).process(frame) { faces, error in
    guard error == nil, let faces, !faces.isEmpty else { exit(1) }
    for face in faces { report(face) }
    exit(0)
}
dispatchMain()
