// SPDX-License-Identifier: Apache-2.0
public import LineamentMLKit
public import LineamentRender

extension BodyDrawing {
    /// Creates a drawing of one of ML Kit's poses; landmarks that are probably outside the image are fainter.
    public init(_ pose: Pose) {
        // ML Kit's 33 landmarks are MediaPipe's, in the same order.
        let joints = pose.landmarks.enumerated().map { index, landmark in
            Joint(
                position: Point(landmark.position), side: Skeleton.side(ofLandmark: index),
                visibility: Double(landmark.inFrameLikelihood), isOfFace: index <= Skeleton.lastOfFace)
        }
        self.init(joints: joints, bones: Skeleton.bones)
    }
}

extension PoseOverlay {
    /// Creates an overlay of ML Kit's poses, for the image whose pixels their points are in: the displayed one for a
    /// `UIImage`, the stored one for a buffer.
    public init(_ poses: [Pose], labels: LabelMode = .auto, style: OverlayStyle = OverlayStyle()) {
        self.init(poses.map { BodyDrawing($0) }, labels: labels, style: style)
    }

    /// Creates an overlay of one of ML Kit's poses.
    public init(_ pose: Pose, labels: LabelMode = .auto, style: OverlayStyle = OverlayStyle()) {
        self.init([pose], labels: labels, style: style)
    }
}
