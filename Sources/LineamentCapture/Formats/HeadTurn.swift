// SPDX-License-Identifier: Apache-2.0
internal import Foundation

/// The angles of a head in radians, with the signs of the engine's `HeadAngles`: the rotation is Ry(yaw) · Rx(-pitch) ·
/// Rz(roll) in the camera's space, x to the right of the image, y up, z toward the viewer.
struct HeadTurn {
    let yaw: Double
    let pitch: Double
    let roll: Double

    /// - Parameter quaternion: w, x, y and z.
    init(_ quaternion: [Float]) { self.init(Rotation(quaternion: quaternion)) }

    /// The angles against the ray from a face to the camera instead of the camera's axis.
    /// - Parameter position: The position of the face in the space of the camera.
    init(_ rotation: Rotation, towardCameraFrom position: Vector) {
        let axis = Vector(0, 0, 1)
        let level = Vector(-position.x, 0, -position.z)
        let yaw = Rotation(from: axis, to: level)
        let pitch = Rotation(from: axis, to: yaw.inverse.turning(-position))
        self.init((yaw * pitch).inverse * rotation)
    }

    init(_ rotation: Rotation) {
        let x = rotation.turning(Vector(1, 0, 0))
        let y = rotation.turning(Vector(0, 1, 0))
        let z = rotation.turning(Vector(0, 0, 1))
        yaw = atan2(z.x, z.z)
        pitch = asin(max(-1, min(1, z.y)))
        roll = atan2(x.y, y.y)
    }
}

extension Rotation {
    /// - Parameter values: w, x, y and z; what follows is left out.
    init(quaternion values: [Float]) {
        self.init(w: Double(values[0]), x: Double(values[1]), y: Double(values[2]), z: Double(values[3]))
    }
}
