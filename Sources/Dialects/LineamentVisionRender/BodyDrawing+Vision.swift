// SPDX-License-Identifier: Apache-2.0
public import Foundation
public import LineamentRender
public import LineamentVision

extension BodyDrawing {
    /// Creates a drawing of one of Vision's bodies; joints of low confidence are fainter.
    /// - Parameters:
    ///   - observation: The body.
    ///   - imageSize: The size of the upright image, in pixels.
    public init(_ observation: HumanBodyPoseObservation, imageSize: CGSize) {
        let points = observation.allJoints(in: nil).filter { $0.value.confidence > 0 }
        let names = VisionSkeleton.Name.allCases.filter { points[$0] != nil }
        let joints = names.compactMap { name in
            points[name].map { point in
                let place = point.location.toImageCoordinates(imageSize, origin: .upperLeft)
                return Joint(
                    position: Point(x: place.x, y: place.y), side: VisionSkeleton.side(of: name),
                    visibility: Double(point.confidence), isOfFace: VisionSkeleton.face.contains(name))
            }
        }
        let bones = VisionSkeleton.lines.compactMap { start, end -> Bone? in
            guard let from = names.firstIndex(of: start), let to = names.firstIndex(of: end) else { return nil }
            return Bone(start: from, end: to, side: VisionSkeleton.side(ofLine: start, end))
        }
        self.init(joints: joints, bones: bones)
    }

    /// Creates a drawing of one of the older API's bodies; see ``init(_:imageSize:)``.
    public init(_ observation: VNHumanBodyPoseObservation, imageSize: CGSize) {
        self.init(HumanBodyPoseObservation(observation), imageSize: imageSize)
    }
}

extension PoseOverlay {
    /// Creates an overlay of Vision's bodies, for the upright image.
    public init(
        _ observations: [HumanBodyPoseObservation], labels: LabelMode = .auto, style: OverlayStyle = OverlayStyle()
    ) {
        self.init(
            Placed { size in observations.map { BodyDrawing($0, imageSize: size) } }, labels: labels, style: style)
    }

    /// Creates an overlay of one of Vision's bodies, for the upright image.
    public init(
        _ observation: HumanBodyPoseObservation, labels: LabelMode = .auto, style: OverlayStyle = OverlayStyle()
    ) {
        self.init([observation], labels: labels, style: style)
    }

    /// Creates an overlay of the older API's bodies, for the upright image.
    public init(
        _ observations: [VNHumanBodyPoseObservation], labels: LabelMode = .auto, style: OverlayStyle = OverlayStyle()
    ) {
        self.init(observations.map { HumanBodyPoseObservation($0) }, labels: labels, style: style)
    }

    /// Creates an overlay of one of the older API's bodies, for the upright image.
    public init(
        _ observation: VNHumanBodyPoseObservation, labels: LabelMode = .auto, style: OverlayStyle = OverlayStyle()
    ) {
        self.init([observation], labels: labels, style: style)
    }
}

/// The sides of Vision's 19 joints and the lines between them.
enum VisionSkeleton {
    typealias Name = HumanBodyPoseObservation.JointName

    static let face: Set<Name> = [.nose, .leftEye, .rightEye, .leftEar, .rightEar]

    static let lines: [(Name, Name)] = [
        (.nose, .leftEye), (.leftEye, .leftEar), (.nose, .rightEye), (.rightEye, .rightEar), (.nose, .neck),
        (.neck, .leftShoulder), (.leftShoulder, .leftElbow), (.leftElbow, .leftWrist), (.neck, .rightShoulder),
        (.rightShoulder, .rightElbow), (.rightElbow, .rightWrist), (.neck, .root), (.root, .leftHip),
        (.leftHip, .leftKnee), (.leftKnee, .leftAnkle), (.root, .rightHip), (.rightHip, .rightKnee),
        (.rightKnee, .rightAnkle),
    ]

    static func side(of name: Name) -> BodyDrawing.Side {
        switch name {
        case .nose, .neck, .root: .middle
        case .leftEye, .leftEar, .leftShoulder, .leftElbow, .leftWrist, .leftHip, .leftKnee, .leftAnkle: .left
        default: .right
        }
    }

    /// Returns the side of the end that is on one.
    static func side(ofLine start: Name, _ end: Name) -> BodyDrawing.Side {
        side(of: start) == .middle ? side(of: end) : side(of: start)
    }
}
