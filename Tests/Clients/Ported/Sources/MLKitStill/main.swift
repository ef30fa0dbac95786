// SPDX-License-Identifier: Apache-2.0

// Faces and poses of a photo with ML Kit, blocking, with callbacks, and awaited.

import Checks
import MLImage
import MLKitFaceDetection
import MLKitPoseDetection
import MLKitVision
import UIKit

let paths = arguments("PHOTO")
limitTime(to: 120)
guard let photo = UIImage(contentsOfFile: paths[0]), let cgImage = photo.cgImage else { fail("no photo") }

let analysis = StillAnalysis()
let faces = try analysis.faces(in: photo)
check(faces.count == 1, "\(faces.count) faces")
check(faces[0].frame.minX, near: 177, within: 8, "the frame's left edge")
check(faces[0].hasHeadEulerAngleX && faces[0].hasHeadEulerAngleY && faces[0].hasHeadEulerAngleZ, "angles are missing")
check(faces[0].headEulerAngleY, near: 0, within: 4, "the Y angle")
check(faces[0].headEulerAngleZ, near: -3.6, within: 2, "the Z angle")
check(faces[0].hasSmilingProbability && faces[0].smilingProbability > 0.8, "no smile")
check(faces[0].leftEyeOpenProbability > 0.8 && faces[0].rightEyeOpenProbability > 0.8, "the eyes are closed")
check(faces[0].landmarks.count >= 8, "\(faces[0].landmarks.count) landmarks")
guard let leftEye = faces[0].landmark(ofType: .leftEye), let nose = faces[0].landmark(ofType: .noseBase) else {
    fail("no eye or nose")
}
// Left is the person's.
check(leftEye.position.x, near: 246, within: 4, "the left eye's x")
check(leftEye.position.y < nose.position.y && leftEye.position.x > nose.position.x, "the left eye is elsewhere")

let outlines = try analysis.outlines(in: photo)
check(outlines[.face]?.count == 36 && outlines[.leftEye]?.count == 16, "the outlines of face and eye")
check(outlines[.upperLipTop]?.count == 11 && outlines[.noseBridge]?.count == 2, "the outlines of lip and nose")
check(outlines.keys.count == 15, "\(outlines.keys.count) contours")

// The photo turned, with the orientation that turns it back.
let upsideDown = UIImage(cgImage: cgImage, scale: 1, orientation: .down)
let turned = VisionImage(image: upsideDown)
turned.orientation = upsideDown.imageOrientation
check(try analysis.boxes.results(in: turned).count <= 1, "an upside down image has more faces")

guard let mlImage = MLImage(image: photo) else { fail("no MLImage") }
mlImage.orientation = photo.imageOrientation
check(mlImage.width == 512 && mlImage.imageSourceType == .image, "the MLImage")
check(try analysis.boxes.results(in: mlImage).count == 1, "no face in an MLImage")

let body = try analysis.body(in: photo)
check(body.landmarks.count == 33, "\(body.landmarks.count) landmarks of a body")
let shoulder = body.landmark(ofType: .leftShoulder)
check(shoulder.inFrameLikelihood > 0.9 && shoulder.type == .leftShoulder, "the shoulder is unlikely")
check(shoulder.position.x, near: 0.598 * 512, within: 12, "the left shoulder's x")
check(shoulder.position.y, near: 0.501 * 512, within: 12, "the left shoulder's y")
check(body.landmark(ofType: .leftAnkle).inFrameLikelihood < 0.5, "an ankle is in the frame")
let angle = analysis.angle(
    first: body.landmark(ofType: .rightShoulder), middle: body.landmark(ofType: .rightElbow),
    last: body.landmark(ofType: .rightWrist))
check(angle > 90 && angle < 180, "the elbow's angle is \(angle)")

analysis.count(in: photo) { count, error in
    check(Thread.isMainThread && error == nil && count == 1, "the callback")
    Task {
        do {
            let awaited = try await analysis.boxes.process(VisionImage(image: photo))
            check(awaited.count == 1 && !awaited[0].hasSmilingProbability, "the awaited face")
            print("done")
            exit(0)
        } catch {
            fail("\(error)")
        }
    }
}
RunLoop.main.run()
