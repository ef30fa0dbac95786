// SPDX-License-Identifier: Apache-2.0

// Lines and dots over faces and bodies, by the content mode of a view and the orientation of an image.

import Checks
import CoreImage
import ImageIO
import MediaPipeTasksVision
import UIKit

let paths = arguments("PHOTO", "MODELS")
guard let photo = UIImage(contentsOfFile: paths[0]), let upright = photo.cgImage else { fail("no photo") }
let models = paths[1] as NSString

// The same photo, stored on its side, to be shown turned to the right.
let sidewaysImage = CIImage(cgImage: upright).oriented(.left)
guard let sideways = CIContext().createCGImage(sidewaysImage, from: sidewaysImage.extent) else { fail("no rendering") }
let turned = UIImage(cgImage: sideways, scale: 1, orientation: .right)
check(turned.imageOrientation == .right && turned.size == photo.size, "the turned image is \(turned.size)")

let landmarker = try FaceLandmarker(modelPath: models.appendingPathComponent("face_landmarker.task"))
let contours =
    FaceLandmarker.faceOvalConnections() + FaceLandmarker.lipsConnections() + FaceLandmarker.leftEyeConnections()
    + FaceLandmarker.rightEyeConnections() + FaceLandmarker.leftEyebrowConnections()
    + FaceLandmarker.rightEyebrowConnections()
check(contours.count == 36 + 40 + 16 + 16 + 8 + 8, "\(contours.count) connections")

let maker = OverlayMaker(bounds: CGRect(x: 0, y: 0, width: 300, height: 600), mode: .scaleAspectFit)
func overlay(of image: UIImage, _ maker: OverlayMaker) throws -> Overlay {
    let mpImage = try MPImage(uiImage: image)
    let result = try landmarker.detect(image: mpImage)
    let stored = CGSize(width: mpImage.width, height: mpImage.height)
    guard
        let overlay = maker.overlays(
            for: result.faceLandmarks, connections: contours, storedSize: stored, orientation: image.imageOrientation
        ).first
    else { fail("no face") }
    return overlay
}

let first = try overlay(of: photo, maker)
let second = try overlay(of: turned, maker)
check(first.lines.count == contours.count && first.dots.count == 478, "dots or lines are missing")
// The nose is at 0.437, 0.256 of the photo, which is shown 300 points wide in the middle of the view.
check(first.dots[1].x, near: 0.437 * 300, within: 2, "the nose's x")
check(first.dots[1].y, near: 150 + 0.256 * 300, within: 2, "the nose's y")
check(first.lines[0] == Line(from: first.dots[10], to: first.dots[338]), "the first line")
for (one, other) in zip(first.dots, second.dots) {
    check(hypot(one.x - other.x, one.y - other.y) < 3, "the turned photo puts \(one) at \(other)")
}
check(maker.bounds.insetBy(dx: 50, dy: 150).intersects(first.box), "the overlay is elsewhere")

let filling = OverlayMaker(bounds: maker.bounds, mode: .scaleAspectFill)
let filled = try overlay(of: photo, filling)
check(filled.dots[1].x, near: 150 + (0.437 - 0.5) * 600, within: 4, "the nose's x in a filled view")
let stretching = OverlayMaker(bounds: CGRect(x: 10, y: 20, width: 100, height: 50), mode: .scaleToFill)
check(try overlay(of: photo, stretching).dots[1].y, near: 20 + 0.256 * 50, within: 1, "the nose's y in a flat view")

let detector = try FaceDetector(modelPath: models.appendingPathComponent("face_detection_short_range.tflite"))
guard let plain = try detector.detect(image: MPImage(uiImage: photo)).detections.first,
    let rotated = try detector.detect(image: MPImage(uiImage: turned)).detections.first
else { fail("no box") }
let plainBox = maker.box(of: plain, storedSize: photo.size, orientation: .up)
let turnedBox = maker.box(of: rotated, storedSize: photo.size, orientation: .right)
check(plainBox.minX, near: 177.0 / 512 * 300, within: 2, "the box")
check(abs(plainBox.midX - turnedBox.midX) < 3 && abs(plainBox.midY - turnedBox.midY) < 3, "\(plainBox), \(turnedBox)")

let bodyOptions = PoseLandmarkerOptions()
bodyOptions.baseOptions.modelAssetPath = models.appendingPathComponent("pose_landmarker_full.task")
let bodies = try PoseLandmarker(options: bodyOptions).detect(image: MPImage(uiImage: photo))
let skeletons = maker.overlays(
    for: bodies.landmarks, connections: PoseLandmarker.poseLandmarks, storedSize: photo.size, orientation: .up)
check(skeletons.count == 1 && skeletons[0].lines.count == 35, "not one skeleton")
check(skeletons[0].dots[11].x > skeletons[0].dots[12].x, "the shoulders are swapped")
print("done")
