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

    mutating func add(_ found: [Detection], _ expected: [Reference.Detection], width: Int, height: Int) throws {
        for (mine, theirs) in try pairs(found, expected) {
            score.raise(to: Double(mine.categories[0].score) - theirs.score)
            let sides = [
                mine.boundingBox.minX, mine.boundingBox.minY, mine.boundingBox.width, mine.boundingBox.height,
            ]
            for (side, other) in try pairs(sides, theirs.box) { box.raise(to: Double(side) - other) }
            let points = (mine.keypoints ?? []).flatMap { [Double($0.location.x), Double($0.location.y)] }
            for (index, (mine, theirs)) in try pairs(points, theirs.keypoints).enumerated() {
                position.raise(to: (mine - theirs) * Double(index.isMultiple(of: 2) ? width : height))
            }
        }
    }

    mutating func add(_ found: FaceLandmarkerResult, _ expected: [Reference.Face], width: Int, height: Int) throws {
        let shapes = try pairs(found.faceBlendshapes, found.facialTransformationMatrixes)
        for ((landmarks, (blendshapes, matrix)), theirs) in try pairs(pairs(found.faceLandmarks, shapes), expected) {
            let coordinates = landmarks.flatMap { [Double($0.x), Double($0.y), Double($0.z)] }
            for (index, (mine, theirs)) in try pairs(coordinates, theirs.landmarks).enumerated() where index % 3 < 2 {
                position.raise(to: (mine - theirs) * Double(index % 3 == 0 ? width : height))
            }
            for (category, value) in try pairs(blendshapes.categories, theirs.blendshapes) {
                blendshape.raise(to: Double(category.score) - value)
            }
            add(matrix, theirs.matrix)
        }
    }

    private mutating func add(_ matrix: TransformMatrix, _ expected: [Double]) {
        for index in 0..<16 {
            let difference = Double(matrix.element(row: index / 4, column: index % 4) ?? .nan) - expected[index]
            if index % 4 == 3 { translation.raise(to: difference) } else { rotation.raise(to: difference) }
        }
    }
}

extension Double {
    /// Raises the largest deviation so far to the size of another. One that is not a number counts as infinite.
    fileprivate mutating func raise(to difference: Double) {
        self = difference.isNaN ? .infinity : Swift.max(self, abs(difference))
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

    mutating func add(_ found: PoseLandmarkerResult, _ expected: [Reference.Pose], width: Int, height: Int) throws {
        for ((landmarks, world), theirs) in try pairs(pairs(found.landmarks, found.worldLandmarks), expected) {
            for (landmark, start) in try pairs(landmarks, stride(from: 0, to: theirs.landmarks.count, by: 5)) {
                let other = theirs.landmarks[start..<start + 5].map { $0 }
                position.raise(to: (Double(landmark.x) - other[0]) * Double(width))
                position.raise(to: (Double(landmark.y) - other[1]) * Double(height))
                depth.raise(to: (Double(landmark.z) - other[2]) * Double(width))
                probability.raise(to: (landmark.visibility?.doubleValue ?? .nan) - other[3])
                probability.raise(to: (landmark.presence?.doubleValue ?? .nan) - other[4])
            }
            for (landmark, start) in try pairs(world, stride(from: 0, to: theirs.world.count, by: 5)) {
                for (mine, other) in zip([landmark.x, landmark.y, landmark.z], theirs.world[start...]) {
                    self.world.raise(to: Double(mine) - other)
                }
            }
        }
    }
}
