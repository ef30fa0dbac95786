// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Lineament

/// A frame as a bundle of the Virtual Motion Capture protocol. Its axes are Unity's: left-handed, y up, the person's
/// left at -x.
struct VMCBundle {
    let data: Data

    /// VRM 0's names of expressions, which every receiver knows. Emotions are not measured, and 0.
    private static let expressions: [(name: String, shape: Blendshape?)] = [
        ("A", .jawOpen), ("I", nil), ("U", nil), ("E", nil), ("O", nil), ("Blink_L", .eyeBlinkLeft),
        ("Blink_R", .eyeBlinkRight), ("Joy", nil), ("Angry", nil), ("Sorrow", nil), ("Fun", nil),
    ]

    /// - Parameter bones: The bones of the frame; see ``bones(of:)``.
    init(_ frame: LiveFrame, _ bones: [SentFrame.Bone]) {
        var bundle = OSCBundle()
        bundle.add("/VMC/Ext/OK", [.int(1)])
        bundle.add("/VMC/Ext/T", [.float(frame.time)])
        if frame.body != nil {
            bundle.add("/VMC/Ext/Root/Pos", Self.place(Self.bone("root", .zero, .identity)))
        }
        for bone in bones { bundle.add("/VMC/Ext/Bone/Pos", Self.place(bone)) }
        if let shapes = frame.shapes {
            for (name, shape) in Self.expressions {
                bundle.add(
                    "/VMC/Ext/Blend/Val", [.text(name), .float(shape.map { Double(shapes[$0.index]) } ?? 0)])
            }
            for (shape, score) in zip(Blendshape.allCases, shapes).dropFirst() {
                let name = shape.name.prefix(1).uppercased() + shape.name.dropFirst()
                bundle.add("/VMC/Ext/Blend/Val", [.text(name), .float(Double(score))])
            }
            bundle.add("/VMC/Ext/Blend/Apply")
        }
        data = bundle.data
    }

    /// Returns the bones of a frame, those of the body or, with a face alone, the head.
    static func bones(of frame: LiveFrame) -> [SentFrame.Bone] {
        guard let (skeleton, pose) = frame.body else {
            return frame.shapes == nil ? [] : [bone(Joint.head.unityName, .zero, frame.head)]
        }
        return skeleton.joints.enumerated().map { index, joint in
            bone(joint.unityName, index == 0 ? pose.root : skeleton.offsets[index], pose.rotations[index])
        }
    }

    private static func bone(_ name: String, _ position: Vector, _ rotation: Rotation) -> SentFrame.Bone {
        SentFrame.Bone(
            name: name, position: SIMD3(Float(-position.x), Float(position.y), Float(position.z)),
            rotation: SIMD4(Float(rotation.x), Float(-rotation.y), Float(-rotation.z), Float(rotation.w)))
    }

    private static func place(_ bone: SentFrame.Bone) -> [OSCBundle.Argument] {
        let position = bone.position
        let rotation = bone.rotation
        return [.text(bone.name)] + (0..<3).map { .float(Double(position[$0])) }
            + (0..<4).map { .float(Double(rotation[$0])) }
    }
}
