// SPDX-License-Identifier: Apache-2.0

// Face landmarks with the calls of a guide to Vision; draws the outline of the left eye.
//
// usage: VisionLandmarks PHOTO DRAWING.png

import Lineament
import LineamentImages
import LineamentRender
import LineamentVision

func detectFaceLandmarks(image: UIImage) async throws -> [FaceObservation]? {
    guard let ciImage = CIImage(image: image) else { return nil }
    let faceRectanglesRequest = DetectFaceRectanglesRequest()
    let results = try await faceRectanglesRequest.perform(on: ciImage, orientation: .up)
    let filteredResults = results.filter { $0.confidence > 0.7 }
    var faceLandmarksRequest = DetectFaceLandmarksRequest()
    faceLandmarksRequest.inputFaceObservations = filteredResults
    return try await faceLandmarksRequest.perform(on: ciImage, orientation: .up)
}

/// Returns the outline of the left eye, in pixels from the upper left corner.
func leftEye(of observation: FaceObservation, displayedSize: CGSize) -> [CGPoint] {
    guard let points = observation.landmarks?.leftEye.points else { return [] }
    let boundingBox = observation.boundingBox.cgRect
    return points.map { point in
        let x = boundingBox.origin.x + point.x * boundingBox.width
        let y = boundingBox.origin.y + point.y * boundingBox.height
        return CGPoint(x: x * displayedSize.width, y: (1 - y) * displayedSize.height)
    }
}

guard CommandLine.arguments.count == 3, let photo = UIImage(contentsOfFile: CommandLine.arguments[1]) else {
    fatalError("usage: VisionLandmarks PHOTO DRAWING.png")
}
let canvas = try Canvas(photo.pixelBuffer)
for face in try await detectFaceLandmarks(image: photo) ?? [] {
    print("face: confidence \(face.confidence), \(face.landmarks?.allPoints.points.count ?? 0) points")
    print("yaw \(face.yaw.converted(to: .degrees)), roll \(face.roll.converted(to: .degrees))")
    let eye = leftEye(of: face, displayedSize: photo.size)
    print("left eye: \(eye.count) points, the first at \(eye[0].x), \(eye[0].y)")
    let outline = FaceDrawing.Path(points: eye.map { Point(x: Double($0.x), y: Double($0.y)) }, isClosed: true)
    let box = face.boundingBox.toImageCoordinates(photo.size, origin: .upperLeft)
    canvas.draw(FaceContourOverlay([FaceDrawing(box: box, paths: [outline], dots: [], labelLines: [])]))
}
try ImageEncoder().write(canvas.image(), to: URL(fileURLWithPath: CommandLine.arguments[2]))
