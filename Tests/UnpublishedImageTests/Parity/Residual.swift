// SPDX-License-Identifier: Apache-2.0
import Foundation
import Lineament
import TestSupport

/// The deviations of face results from the reference.
struct Residual {
    var score: [Double] = []
    var box: [Double] = []
    /// The deviation of keypoints and landmarks, in pixels.
    var position: [Double] = []
    var blendshape: [Double] = []
    var rotation: [Double] = []
    /// The deviation in centimeters.
    var translation: [Double] = []

    mutating func add(_ found: [Detection], _ expected: [Reference.Detection], width: Int, height: Int) throws {
        for (mine, theirs) in try pairs(found, expected) {
            score.append(Double(mine.categories[0].score) - theirs.score)
            let sides = [
                mine.boundingBox.minX, mine.boundingBox.minY, mine.boundingBox.width, mine.boundingBox.height,
            ]
            for (side, other) in try pairs(sides, theirs.box) { box.append(Double(side) - other) }
            let points = (mine.keypoints ?? []).flatMap { [Double($0.location.x), Double($0.location.y)] }
            for (index, (mine, theirs)) in try pairs(points, theirs.keypoints).enumerated() {
                position.append((mine - theirs) * Double(index.isMultiple(of: 2) ? width : height))
            }
        }
    }

    mutating func add(_ found: FaceLandmarkerResult, _ expected: [Reference.Face], width: Int, height: Int) throws {
        let shapes = try pairs(found.faceBlendshapes, found.facialTransformationMatrixes)
        for ((landmarks, (blendshapes, matrix)), theirs) in try pairs(pairs(found.faceLandmarks, shapes), expected) {
            let coordinates = landmarks.flatMap { [Double($0.x), Double($0.y), Double($0.z)] }
            for (index, (mine, theirs)) in try pairs(coordinates, theirs.landmarks).enumerated() where index % 3 < 2 {
                position.append((mine - theirs) * Double(index % 3 == 0 ? width : height))
            }
            for (category, value) in try pairs(blendshapes.categories, theirs.blendshapes) {
                blendshape.append(Double(category.score) - value)
            }
            add(matrix, theirs.matrix)
        }
    }

    private mutating func add(_ matrix: TransformMatrix, _ expected: [Double]) {
        for index in 0..<16 {
            let difference = Double(matrix.element(row: index / 4, column: index % 4) ?? .nan) - expected[index]
            if index % 4 == 3 { translation.append(difference) } else { rotation.append(difference) }
        }
    }
}

extension [Double] {
    /// The size of the largest deviation; infinite if one is not a number.
    var largest: Double { reduce(0) { $1.isNaN ? .infinity : Swift.max($0, abs($1)) } }
}

/// The deviations of poses from the reference.
struct PoseResidual {
    /// The deviation of landmarks, in pixels.
    var position: [Double] = []
    /// The deviation in pixels.
    var depth: [Double] = []
    /// The deviation of visibility and presence.
    var probability: [Double] = []
    /// The deviation of world landmarks, in meters.
    var world: [Double] = []

    mutating func add(_ found: PoseLandmarkerResult, _ expected: [Reference.Pose], width: Int, height: Int) throws {
        for ((landmarks, world), theirs) in try pairs(pairs(found.landmarks, found.worldLandmarks), expected) {
            for (landmark, start) in try pairs(landmarks, stride(from: 0, to: theirs.landmarks.count, by: 5)) {
                let other = theirs.landmarks[start..<start + 5].map { $0 }
                position.append((Double(landmark.x) - other[0]) * Double(width))
                position.append((Double(landmark.y) - other[1]) * Double(height))
                depth.append((Double(landmark.z) - other[2]) * Double(width))
                probability.append((landmark.visibility?.doubleValue ?? .nan) - other[3])
                probability.append((landmark.presence?.doubleValue ?? .nan) - other[4])
            }
            for (landmark, start) in try pairs(world, stride(from: 0, to: theirs.world.count, by: 5)) {
                for (mine, other) in zip([landmark.x, landmark.y, landmark.z], theirs.world[start...]) {
                    self.world.append(Double(mine) - other)
                }
            }
        }
    }
}
