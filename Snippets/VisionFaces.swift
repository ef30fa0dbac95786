import Foundation
import LineamentVision

let handler = ImageRequestHandler(URL(fileURLWithPath: CommandLine.arguments[1]))
let (faces, bodies) = try await handler.perform(DetectFaceLandmarksRequest(), DetectHumanBodyPoseRequest())
for face in faces {
    print(face.boundingBox.cgRect, face.landmarks?.leftEye.points.count ?? 0)
}
for body in bodies {
    print(body.joint(for: .leftWrist)?.location.cgPoint ?? .zero)
}
