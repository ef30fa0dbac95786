// SPDX-License-Identifier: Apache-2.0
internal import Foundation
public import LineamentRender
public import LineamentVision

#if STAND_INS
    internal import LineamentAppleTypes
#elseif canImport(simd)
    internal import simd
#endif

extension WorldLandmarksOverlay {
    /// Creates an overlay of Vision's bodies in space, for the upright image.
    public init(_ observations: [HumanBodyPose3DObservation], style: OverlayStyle = OverlayStyle()) {
        let boxes = Placed { size in
            observations.map { body in
                body.availableJointNames.map { name in
                    let place = body.pointInImage(for: name).toImageCoordinates(size, origin: .upperLeft)
                    return Point(x: place.x, y: place.y)
                }.boundingBox
            }
        }
        self.init(observations.map(WorldBody.init), boxes: boxes, style: style)
    }

    /// Creates an overlay of one of Vision's bodies in space, for the upright image.
    public init(_ observation: HumanBodyPose3DObservation, style: OverlayStyle = OverlayStyle()) {
        self.init([observation], style: style)
    }

    /// Creates an overlay of the older API's bodies in space, for the upright image.
    public init(_ observations: [VNHumanBodyPose3DObservation], style: OverlayStyle = OverlayStyle()) {
        self.init(observations.map { HumanBodyPose3DObservation($0) }, style: style)
    }

    /// Creates an overlay of one of the older API's bodies in space, for the upright image.
    public init(_ observation: VNHumanBodyPose3DObservation, style: OverlayStyle = OverlayStyle()) {
        self.init([observation], style: style)
    }
}

extension WorldBody {
    private typealias Name = HumanBodyPose3DObservation.JointName

    fileprivate init(_ observation: HumanBodyPose3DObservation) {
        let joints = observation.allJoints(in: nil)
        let names = Name.allCases.filter { joints[$0] != nil }
        let bones = names.enumerated().compactMap { index, name -> BodyDrawing.Bone? in
            let parent = observation.parentJointName(for: name)
            guard parent != name, let end = names.firstIndex(of: parent) else { return nil }
            return BodyDrawing.Bone(start: index, end: end, side: Self.side(of: name))
        }
        self.init(
            joints: names.compactMap { joints[$0]?.position.columns.3 }.map { place in
                // Vision's axes point up and toward the camera.
                SIMD3(Double(place.x), -Double(place.y), -Double(place.z))
            },
            bones: bones, trackID: nil)
    }

    private static func side(of name: Name) -> BodyDrawing.Side {
        switch name {
        case .leftShoulder, .leftElbow, .leftWrist, .leftHip, .leftKnee, .leftAnkle: .left
        case .rightShoulder, .rightElbow, .rightWrist, .rightHip, .rightKnee, .rightAnkle: .right
        default: .middle
        }
    }
}
