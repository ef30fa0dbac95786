// SPDX-License-Identifier: Apache-2.0

/// The values that are sent of one frame of one person.
struct LiveFrame {
    /// The seconds since the first frame.
    var time: Double
    /// The skeleton and its pose; `nil` without a body.
    var body: (skeleton: Skeleton, pose: SkeletonPose)?
    /// The 52 scores of the blendshapes, in the order of `Blendshape`; `nil` without a face.
    var shapes: [Float]?
    /// The rotation of the head in the space of the camera.
    var head = Rotation.identity
    /// The position of the head in the space of the camera, in centimeters.
    var headPosition = Vector.zero
}
