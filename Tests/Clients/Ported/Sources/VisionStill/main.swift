// SPDX-License-Identifier: Apache-2.0

// Faces and bodies of a photo with both of Vision's APIs.

import Checks
import CoreImage
import ImageIO
import UIKit
import Vision

let paths = arguments("PHOTO")
guard let photo = UIImage(contentsOfFile: paths[0]), let ciImage = CIImage(image: photo), let cgImage = photo.cgImage
else { fail("no photo") }
check(ciImage.extent == CGRect(x: 0, y: 0, width: 512, height: 512), "the extent is \(ciImage.extent)")

let older = try findOlder(in: photo)
check(older.faceBoxes.count == 1, "\(older.faceBoxes.count) faces")
check(older.faceBoxes[0].minX, near: 177, within: 4, "the box's left edge")
check(older.faceBoxes[0].minY, near: 82, within: 4, "the box's upper edge")
check(older.leftEyes.first?.count == 6, "the left eye's points")
// Left is the viewer's.
check(older.leftEyes[0].map(\.x).reduce(0, +) / 6, near: 203, within: 5, "the left eye's x")
check(older.leftEyes[0].map(\.y).reduce(0, +) / 6, near: 101, within: 5, "the left eye's y")
check((older.roll ?? 9) * 180 / .pi, near: -3.6, within: 2, "the roll")
check((older.quality ?? 0) > 0.1, "the quality")
guard let shoulder = older.joints[.leftShoulder], let neck = older.joints[.neck] else { fail("no shoulder") }
check(shoulder.x, near: 0.598 * 512, within: 12, "the left shoulder's x")
check(neck.y, near: 0.485 * 512, within: 14, "the neck's y")
check(older.people.count == 1 && older.people[0].height > 200, "not one person")

let pairs = try pairedFaces(in: cgImage)
check(pairs.count == 1 && pairs[0].points == 76 && pairs[0].quality == older.quality, "the face's other results")

let outlines = try findOutlines(in: ciImage)
check(outlines.count > 20 && outlines.depth > 1, "\(outlines.count) outlines, \(outlines.depth) deep")
check(outlines.corners.count > 3 && outlines.corners.count < 200, "\(outlines.corners.count) corners")
let outlineBox = outlines.path.boundingBox
check(outlineBox.minX > 0 && outlineBox.maxY < 1 && outlineBox.height > 0.5, "the outlines are in \(outlineBox)")
check(
    ciImage.applyingFilter("CIEdges", parameters: ["inputIntensity": 5.0]).extent == ciImage.extent, "the edges' extent"
)
let faceBox = VNImageRectForNormalizedRect(pairs[0].box, 512, 512)
guard let skin = averageColor(of: ciImage, in: faceBox) else { fail("no mean color") }
var (red, green, blue, alpha): (CGFloat, CGFloat, CGFloat, CGFloat) = (0, 0, 0, 0)
check(skin.getRed(&red, green: &green, blue: &blue, alpha: &alpha) && alpha == 1, "the skin's color")
check(red > green && green > blue && red > 0.4, "the skin is \(red), \(green), \(blue)")

// The same photo on its side, with the orientation that puts it upright.
let side = ciImage.oriented(.left)
guard let sideImage = CIContext(options: nil).createCGImage(side, from: side.extent) else { fail("no rendering") }
let turned = try findOlder(in: UIImage(cgImage: sideImage, scale: 1, orientation: .right))
check(turned.faceBoxes.count == 1 && abs(turned.faceBoxes[0].midX - older.faceBoxes[0].midX) < 4, "the turned face")

let reader = PhotoReader()
let reading = try await reader.read(ciImage, orientation: CGImagePropertyOrientation(photo.imageOrientation))
guard let face = reading.faces.first, let body = reading.body else { fail("no face or body") }
check(face.boundingBox.toImageCoordinates(photo.size, origin: .upperLeft).minX, near: 177, within: 4, "the left edge")
check(face.landmarks?.allPoints.points.count == 76, "the face's points")
check(face.roll.converted(to: .degrees).value, near: -3.6, within: 2, "the roll")
check(body.joint(for: .nose)?.confidence ?? 0 > 0.5 && !body.allJoints(in: .torso).isEmpty, "the body's joints")
check(reading.people.count == 1, "\(reading.people.count) people")
guard let eye = face.landmarks?.leftEye.pointsInImageCoordinates(photo.size, origin: .upperLeft) else { fail("no eye") }
for (one, other) in zip(eye, older.leftEyes[0]) {
    check(abs(one.x - other.x) < 1 && abs(one.y - other.y) < 1, "the two APIs disagree")
}

guard let sharp = photo.jpegData(compressionQuality: 0.9), let rough = photo.jpegData(compressionQuality: 0.02) else {
    fail("no JPEG")
}
check(try await reader.best(of: [rough, sharp]) != nil, "no best photo")
let copy = try JSONDecoder().decode(FaceObservation.self, from: JSONEncoder().encode(face))
check(copy.boundingBox == face.boundingBox, "the decoded face is elsewhere")

let hinted = VNDetectFaceLandmarksRequest()
hinted.inputFaceObservations = [VNFaceObservation(boundingBox: face.boundingBox.cgRect)]
try VNImageRequestHandler(ciImage: ciImage).perform([hinted])
check(hinted.results?.first?.landmarks?.allPoints?.pointCount == 76, "the hinted face")
do {
    try VNImageRequestHandler(data: Data("no image".utf8), options: [:]).perform([VNDetectFaceRectanglesRequest()])
    fail("text is an image")
} catch {
    print("done")
}
