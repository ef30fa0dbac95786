// SPDX-License-Identifier: Apache-2.0
import Foundation
import Lineament

@testable import LineamentCapture

/// A person of constant measures who moves all joints.
struct Walker {
    /// Returns the 33 points in meters: y up, z toward the camera.
    static func points(at time: Double) -> [SIMD3<Double>] {
        let turn = Rotation(from: Vector(0, 0, 1), to: Vector(sin(0.4 * sin(time)), 0, cos(0.4 * sin(time))))
        var points = [Vector](repeating: .zero, count: 33)
        let lean = Vector(0.1 * sin(2 * time), 1, 0.1).unit
        let shoulders = lean * 0.5
        let across = turn.turning(Vector(1, 0, 0)).orthogonal(to: lean).unit
        for side in [0, 1] {
            let sign = side == 0 ? 1.0 : -1.0
            let swing = sin(3 * time) * sign
            points[11 + side] = shoulders + across * 0.18 * sign
            points[13 + side] = points[11 + side] + Vector(0.3 * sign, -1, swing).unit * 0.28
            points[15 + side] = points[13 + side] + Vector(-0.2 * sign, -0.5, 1 + 0.3 * swing).unit * 0.25
            points[17 + side] = points[15 + side] + Vector(0.03 * sign, -0.02, 0.09)
            points[19 + side] = points[15 + side] + Vector(-0.03 * sign, 0.01, 0.09)
            points[21 + side] = points[15 + side] + Vector(-0.04 * sign, 0.02, 0.05)
            points[23 + side] = Vector(0.1 * sign, 0, 0)
            points[25 + side] = points[23 + side] + Vector(0.05 * sign, -1, 0.6 - 0.5 * swing).unit * 0.4
            points[27 + side] = points[25 + side] + Vector(0.05 * sign, -1, -0.4 - 0.2 * swing).unit * 0.4
            points[29 + side] = points[27 + side] + Vector(0, -0.06, -0.05)
            points[31 + side] = points[27 + side] + Vector(0, -0.06, 0.14)
            points[7 + side] = shoulders + Vector(0.07 * sign, 0.2, 0.02)
            for eye in [1, 2, 3] { points[eye + 3 * side] = shoulders + Vector(0.03 * sign, 0.22, 0.1) }
            points[9 + side] = shoulders + Vector(0.02 * sign, 0.14, 0.1)
        }
        points[0] = shoulders + Vector(0, 0.18, 0.12)
        return points
    }

    /// The distance of the hips from the camera, in meters, and how far they have gone to the image's right.
    static func place(at time: Double) -> SIMD2<Double> { SIMD2(0.3 * time, 4) }

    /// Returns the person as a camera with 63° sees it.
    /// - Parameter angle: How far the right arm is raised forwards, in degrees; `nil` for the walk's own way.
    static func pose(
        at time: Double, trackID: Int = 1, visibility: Float = 1, raising angle: Double? = nil
    ) -> PoseLandmarkerResult.Pose {
        let focal = 0.5 / tan(63.0 * .pi / 360)
        let place = place(at: time)
        let seen = NSNumber(value: visibility)
        var points = points(at: time)
        if let angle {
            let way = Vector(0, -cos(angle * .pi / 180), sin(angle * .pi / 180))
            points[14] = points[12] + way * 0.28
            for (point, reach) in [(16, 0.53), (18, 0.61), (20, 0.62), (22, 0.58)] {
                points[point] = points[12] + way * reach
            }
            points[18].x -= 0.03
            points[20].x += 0.03
        }
        let image = points.map { point in
            let distance = place.y - point.z
            return NormalizedLandmark(
                x: Float(0.5 + focal * (point.x + place.x) / distance), y: Float(0.5 - focal * point.y / distance),
                z: 0,
                visibility: seen, presence: seen)
        }
        let world = points.map {
            Landmark(x: Float($0.x), y: Float(-$0.y), z: Float(-$0.z), visibility: seen, presence: seen)
        }
        return PoseLandmarkerResult.Pose(
            landmarks: PoseLandmarks(image), worldLandmarks: PoseWorldLandmarks(world), trackID: trackID)
    }

    /// Returns a square recording of so many frames at 30 a second.
    /// - Parameter missing: The frames in which nobody is found.
    static func recording(frames: Int, missing: Set<Int> = []) -> Recording {
        var recorder = Recorder(width: 1000, height: 1000)
        for frame in 0..<frames {
            let time = Double(frame) / 30
            let poses = missing.contains(frame) ? [] : [pose(at: time)]
            recorder.add(PoseLandmarkerResult(poses: poses, timestampInMilliseconds: Int(time * 1000)), at: time)
        }
        return recorder.recording
    }
}
