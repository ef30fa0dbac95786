import Foundation
import Lineament
import LineamentImages

let image = try MPImage(contentsOf: URL(fileURLWithPath: CommandLine.arguments[1]))
let size = CGSize(width: image.width, height: image.height)

let faceOptions = FaceLandmarkerOptions()
faceOptions.numFaces = 5
faceOptions.outputFaceBlendshapes = true
faceOptions.outputFacialTransformationMatrixes = true
let result = try FaceLandmarker(options: faceOptions).detect(image: image)
for face in result.faces {
    let nose = face.landmarks[.noseTip]
    print("nose at \(nose.x), \(nose.y), in pixels \(nose.position(in: size))")
    print("smile \(face.blendshapes?[.mouthSmileLeft] ?? 0), jaw \(face.blendshapes?[.jawOpen] ?? 0)")
    if let pose = face.transformationMatrix {
        print("\(-pose[row: 2, column: 3]) cm from the camera")
    }
}

let poseOptions = PoseLandmarkerOptions()
poseOptions.shouldOutputSegmentationMasks = true
for person in try PoseLandmarker(options: poseOptions).detect(image: image).poses {
    print("left wrist \(person[.leftWrist].visibility ?? 0), \(person.worldLandmarks[.leftWrist])")
    if let mask = person.segmentationMask {
        let covered = mask.withUnsafeFloats { values in values.count { $0 > 0.5 } }
        print("\(covered) of \(mask.width * mask.height) pixels; upper left \(mask[x: 0, y: 0])")
    }
}

let json = try JSONEncoder().encode(result)
let copy = try JSONDecoder().decode(FaceLandmarkerResult.self, from: json)
print("\(json.count) bytes of JSON, the same faces: \(copy == result)")
