import Foundation
import Lineament
import TestSupport

/// The largest deviations of face results from the reference.
struct Residual {
    var score = 0.0
    var box = 0.0
    /// The deviation of keypoints and landmarks, in pixels.
    var position = 0.0
    var blendshape = 0.0
    var rotation = 0.0
    /// The deviation in centimeters.
    var translation = 0.0

    mutating func add(_ found: [Detection], _ expected: [Reference.Detection], width: Int, height: Int) {
        for (mine, theirs) in zip(found, expected) {
            score = max(score, abs(Double(mine.categories[0].score) - theirs.score))
            let sides = [
                mine.boundingBox.minX, mine.boundingBox.minY, mine.boundingBox.width, mine.boundingBox.height,
            ]
            for (side, other) in zip(sides, theirs.box) { box = max(box, abs(Double(side) - other)) }
            for (index, keypoint) in (mine.keypoints ?? []).enumerated() {
                let dx = abs(Double(keypoint.location.x) - theirs.keypoints[2 * index]) * Double(width)
                let dy = abs(Double(keypoint.location.y) - theirs.keypoints[2 * index + 1]) * Double(height)
                position = max(position, dx, dy)
            }
        }
    }

    mutating func add(_ found: FaceLandmarkerResult, _ expected: [Reference.Face], width: Int, height: Int) {
        for (face, theirs) in expected.enumerated() {
            for (index, landmark) in found.faceLandmarks[face].enumerated() {
                let dx = abs(Double(landmark.x) - theirs.landmarks[3 * index]) * Double(width)
                let dy = abs(Double(landmark.y) - theirs.landmarks[3 * index + 1]) * Double(height)
                position = max(position, dx, dy)
            }
            if face < found.faceBlendshapes.count {
                for (category, value) in zip(found.faceBlendshapes[face].categories, theirs.blendshapes) {
                    blendshape = max(blendshape, abs(Double(category.score) - value))
                }
            }
            if face < found.facialTransformationMatrixes.count {
                add(found.facialTransformationMatrixes[face], theirs.matrix)
            }
        }
    }

    private mutating func add(_ matrix: TransformMatrix, _ expected: [Double]) {
        for index in 0..<16 {
            let value = Double(matrix.element(row: index / 4, column: index % 4) ?? .nan)
            let difference = abs(value - expected[index])
            if index % 4 == 3 {
                translation = max(translation, difference)
            } else {
                rotation = max(rotation, difference)
            }
        }
    }
}

/// The largest deviations of poses from the reference.
struct PoseResidual {
    /// The deviation of landmarks, in pixels.
    var position = 0.0
    /// The deviation in pixels.
    var depth = 0.0
    /// The deviation of visibility and presence.
    var probability = 0.0
    /// The deviation of world landmarks, in meters.
    var world = 0.0

    mutating func add(_ found: PoseLandmarkerResult, _ expected: [Reference.Pose], width: Int, height: Int) {
        for (pose, theirs) in expected.enumerated() {
            for (index, landmark) in found.landmarks[pose].enumerated() {
                let other = theirs.landmarks[5 * index..<5 * index + 5].map { $0 }
                position = max(
                    position, abs(Double(landmark.x) - other[0]) * Double(width),
                    abs(Double(landmark.y) - other[1]) * Double(height))
                depth = max(depth, abs(Double(landmark.z) - other[2]) * Double(width))
                probability = max(
                    probability, abs((landmark.visibility?.doubleValue ?? .nan) - other[3]),
                    abs((landmark.presence?.doubleValue ?? .nan) - other[4]))
            }
            for (index, landmark) in found.worldLandmarks[pose].enumerated() {
                let other = theirs.world[5 * index..<5 * index + 3].map { $0 }
                world = max(
                    world, abs(Double(landmark.x) - other[0]), abs(Double(landmark.y) - other[1]),
                    abs(Double(landmark.z) - other[2]))
            }
        }
    }
}
