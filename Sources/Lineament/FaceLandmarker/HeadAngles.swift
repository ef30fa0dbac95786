// SPDX-License-Identifier: Apache-2.0
internal import Foundation

/// The orientation of a head relative to the axes of the camera, in degrees; all three are 0 for an upright face in the
/// middle of the image that looks straight into the camera.
///
/// The signs are those of ML Kit's Euler angles Y, X and Z.
///
/// ```swift
/// let options = FaceLandmarkerOptions()
/// options.outputFacialTransformationMatrixes = true
/// let result = try FaceLandmarker(options: options).detect(image: image)
/// if let angles = result.faces.first?.angles { print(angles.yaw, angles.pitch, angles.roll) }
/// ```
public struct HeadAngles: Sendable, Hashable {
    /// The yaw, −180 to 180 degrees; positive when the face looks toward the right edge of the image.
    public var yaw: Float { degrees(yawInRadians) }
    /// The pitch, −90 to 90 degrees; positive when the face looks up.
    public var pitch: Float { degrees(pitchInRadians) }
    /// The roll, −180 to 180 degrees; positive when the head is rotated counterclockwise in the image.
    public var roll: Float { degrees(rollInRadians) }

    /// The yaw, positive toward the right edge of the image.
    package let yawInRadians: Float
    /// The pitch, positive upward.
    package let pitchInRadians: Float
    /// The roll, positive counterclockwise.
    package let rollInRadians: Float

    /// Extracts the angles from the transformation matrix of a face, whose scale must be 1; another scale falsifies the
    /// pitch. Returns `nil` if the matrix is not 4×4 or an element is not finite.
    public init?(_ matrix: TransformMatrix) {
        guard matrix.rows == 4, matrix.columns == 4 else { return nil }
        let elements = matrix.rowMajor.flatMap(\.self)
        guard elements.allSatisfy(\.isFinite) else { return nil }
        self.init(matrix: elements)
    }

    /// Returns the angles against the ray from the face to the camera instead of the camera's axis: all three are 0 for an
    /// upright face that looks straight into the camera, wherever in the image it is.
    ///
    /// They depend on the camera's real angle of view; see `FaceLandmarkerOptions.verticalFieldOfView`. Returns `nil` if the
    /// matrix is not 4×4, an element is not finite, or the face is at the camera.
    public static func towardCamera(_ matrix: TransformMatrix) -> HeadAngles? {
        guard matrix.rows == 4, matrix.columns == 4 else { return nil }
        let m = matrix.rowMajor.flatMap(\.self).map(Double.init)
        let ray = SIMD3(-m[3], -m[7], -m[11])
        let length = (ray * ray).sum().squareRoot()
        guard m.allSatisfy(\.isFinite), length > 0 else { return nil }
        let yaw = atan2(ray.x, ray.z)
        let pitch = asin(max(-1, min(1, ray.y / length)))
        // Rx(pitch) · Ry(−yaw) turns the ray to the axis.
        var turned = m
        for column in 0..<3 {
            let x = cos(yaw) * m[column] - sin(yaw) * m[8 + column]
            let z = sin(yaw) * m[column] + cos(yaw) * m[8 + column]
            turned[column] = x
            turned[4 + column] = cos(pitch) * m[4 + column] - sin(pitch) * z
            turned[8 + column] = sin(pitch) * m[4 + column] + cos(pitch) * z
        }
        return HeadAngles(matrix: turned.map(Float.init))
    }

    /// Extracts the angles from the 4×4 transformation matrix of a face, in row-major order.
    ///
    /// The rotation is R = Ry(yaw) · Rx(−pitch) · Rz(roll) in a frame with x to the right, y up and z toward
    /// the viewer. The matrix must have a scale of 1.
    init(matrix m: [Float]) {
        yawInRadians = atan2(m[2], m[10])
        pitchInRadians = asin(max(-1, min(1, m[6])))
        rollInRadians = atan2(m[4], m[5])
    }

    private func degrees(_ radians: Float) -> Float { radians * 180 / .pi }
}

extension HeadAngles: CustomStringConvertible {
    /// The angles in whole degrees, such as "yaw 19° pitch 8° roll −4°".
    public var description: String { Self.text(yaw: yaw, pitch: pitch, roll: roll) }

    /// Returns angles in degrees as "yaw 19° pitch 8° roll −4°".
    package static func text(yaw: Float, pitch: Float, roll: Float) -> String {
        func whole(_ angle: Float) -> String {
            guard angle.isFinite else { return "?" }
            let number = Int(angle.rounded())
            return (number < 0 ? "−" : "") + "\(abs(number))°"
        }
        return "yaw \(whole(yaw)) pitch \(whole(pitch)) roll \(whole(roll))"
    }
}
