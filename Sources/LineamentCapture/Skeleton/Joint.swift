// SPDX-License-Identifier: Apache-2.0

/// A joint of the skeleton, by its name in VRM.
public enum Joint: String, Sendable, Hashable, CaseIterable {
    case hips, spine, chest, neck, head
    case leftShoulder, leftUpperArm, leftLowerArm, leftHand
    case rightShoulder, rightUpperArm, rightLowerArm, rightHand
    case leftUpperLeg, leftLowerLeg, leftFoot
    case rightUpperLeg, rightLowerLeg, rightFoot
    case leftThumbMetacarpal, leftThumbProximal, leftThumbDistal
    case leftIndexProximal, leftIndexIntermediate, leftIndexDistal
    case leftMiddleProximal, leftMiddleIntermediate, leftMiddleDistal
    case leftRingProximal, leftRingIntermediate, leftRingDistal
    case leftLittleProximal, leftLittleIntermediate, leftLittleDistal
    case rightThumbMetacarpal, rightThumbProximal, rightThumbDistal
    case rightIndexProximal, rightIndexIntermediate, rightIndexDistal
    case rightMiddleProximal, rightMiddleIntermediate, rightMiddleDistal
    case rightRingProximal, rightRingIntermediate, rightRingDistal
    case rightLittleProximal, rightLittleIntermediate, rightLittleDistal

    /// The joint that it hangs on; `nil` for the hips.
    public var parent: Joint? {
        if let place = finger {
            return place.bone > 0 ? Self.finger(place.side, place.finger, place.bone - 1) : hand(of: place.side)
        }
        switch self {
        case .hips: return nil
        case .spine, .leftUpperLeg, .rightUpperLeg: return .hips
        case .chest: return .spine
        case .neck, .leftShoulder, .rightShoulder: return .chest
        case .head: return .neck
        case .leftUpperArm: return .leftShoulder
        case .leftLowerArm: return .leftUpperArm
        case .leftHand: return .leftLowerArm
        case .rightUpperArm: return .rightShoulder
        case .rightLowerArm: return .rightUpperArm
        case .rightHand: return .rightLowerArm
        case .leftLowerLeg: return .leftUpperLeg
        case .leftFoot: return .leftLowerLeg
        case .rightLowerLeg: return .rightUpperLeg
        case .rightFoot: return .rightLowerLeg
        default: return nil
        }
    }

    /// A side of the person.
    enum Side: Int, Sendable {
        case left, right

        /// 1 on the person's left, where x is positive, and -1 on the right.
        var sign: Double { self == .left ? 1 : -1 }
    }

    private static let firstFinger = allCases.firstIndex(of: .leftThumbMetacarpal) ?? 0
    private static let fingerJoints = 15

    /// Which bone of which finger it is; `nil` for the rest of the body. Fingers count from the thumb.
    var finger: (side: Side, finger: Int, bone: Int)? {
        guard let index = Self.indices[self], index >= Self.firstFinger else { return nil }
        let place = index - Self.firstFinger
        let inHand = place % Self.fingerJoints
        return (place < Self.fingerJoints ? .left : .right, inHand / 3, inHand % 3)
    }

    private static let indices = Dictionary(uniqueKeysWithValues: allCases.enumerated().map { ($1, $0) })

    static func finger(_ side: Side, _ finger: Int, _ bone: Int) -> Joint {
        allCases[firstFinger + side.rawValue * fingerJoints + finger * 3 + bone]
    }

    private func hand(of side: Side) -> Joint { side == .left ? .leftHand : .rightHand }

    /// The name in Unity's `HumanBodyBones` and in VMC.
    public var unityName: String {
        var name = rawValue.prefix(1).uppercased() + rawValue.dropFirst()
        // Unity counts the bones of a thumb as those of a finger.
        name = name.replacing("ThumbProximal", with: "ThumbIntermediate")
        return name.replacing("ThumbMetacarpal", with: "ThumbProximal")
    }

    /// The name in Mixamo's skeletons, without the prefix "mixamorig:".
    public var mixamoName: String {
        let side = rawValue.hasPrefix("left") ? "Left" : rawValue.hasPrefix("right") ? "Right" : ""
        if let place = finger {
            return "\(side)Hand\(["Thumb", "Index", "Middle", "Ring", "Pinky"][place.finger])\(place.bone + 1)"
        }
        switch self {
        case .chest: return "Spine1"
        case .leftUpperArm, .rightUpperArm: return side + "Arm"
        case .leftLowerArm, .rightLowerArm: return side + "ForeArm"
        case .leftUpperLeg, .rightUpperLeg: return side + "UpLeg"
        case .leftLowerLeg, .rightLowerLeg: return side + "Leg"
        default: return unityName
        }
    }
}
