// SPDX-License-Identifier: Apache-2.0

/// A file format for recordings.
public enum CaptureFormat: String, Sendable, Hashable, CaseIterable {
    /// Biovision Hierarchy: a skeleton and its rotations, for Blender, Maya, MotionBuilder and others.
    case bvh
    /// glTF: a skeleton with a stick figure around it, its rotations, and the weights of the face's blendshapes.
    case glb
    /// VRM Animation: a humanoid's rotations and expressions.
    case vrma
    /// OpenSim's markers, those of Pose2Sim's BlazePose model.
    case trc
    /// OpenSim's table of joint angles.
    case mot
    /// A folder of OpenPose's JSON, a file for each frame, as Pose2Sim reads it.
    case openPose = "openpose"
    /// The format of sign-language-processing: body, face and hands.
    case pose
    /// The table that Apple's and Epic's Live Link Face records: 52 shapes, head and eyes.
    case liveLink = "livelink"
    /// A tidy table: one row for each time, track and point.
    case table

    /// Returns the format that a file's name says; `nil` if it says none.
    ///
    /// `.csv` is a ``table``, and `.livelink.csv` a ``liveLink``. A name that ends in `_json` or in a slash is a folder
    /// of ``openPose``.
    public init?(fileName: String) {
        let name = fileName.lowercased()
        if name.hasSuffix(".livelink.csv") {
            self = .liveLink
        } else if name.hasSuffix(".csv") {
            self = .table
        } else if name.hasSuffix("_json") || name.hasSuffix("/") {
            self = .openPose
        } else if let format = [Self.bvh, .glb, .vrma, .trc, .mot, .pose].first(where: {
            name.hasSuffix(".\($0.rawValue)")
        }) {
            self = format
        } else {
            return nil
        }
    }

    /// How the names of its files or folders end.
    public var nameEnding: String {
        switch self {
        case .openPose: "_json"
        case .liveLink: ".livelink.csv"
        case .table: ".csv"
        case .bvh, .glb, .vrma, .trc, .mot, .pose: "." + rawValue
        }
    }

    /// Whether one file holds several people.
    public var holdsSeveralPeople: Bool { [.openPose, .pose, .table].contains(self) }
    /// Whether the points of faces are written.
    public var needsFacePoints: Bool { self == .pose || self == .table }
    /// Whether it needs evenly spaced frames.
    public var needsEvenFrames: Bool { [.bvh, .glb, .vrma, .trc, .mot, .pose].contains(self) }
}

/// How recordings are written; see ``Recording/files(as:options:)``.
public struct CaptureOptions: Sendable, Hashable {
    /// The names of a skeleton's joints.
    public enum JointNames: String, Sendable, Hashable, CaseIterable {
        case vrm, unity, mixamo
    }

    /// How rotations and places are computed.
    public var motion = MotionOptions()
    /// The names of joints in BVH and glTF; `nil` for those that most programs know in the format: Mixamo's in BVH,
    /// VRM's in glTF. VRM Animation has VRM's.
    public var jointNames: JointNames?
    /// The name of the recording, which some formats repeat inside.
    public var name = "recording"

    /// Creates options with the defaults.
    public init() {}

    /// The name on one line without tabs, for tables.
    var plainName: String {
        String(name.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? " " : Character($0) })
    }

    func name(of joint: Joint, orElse usual: JointNames) -> String {
        switch jointNames ?? usual {
        case .vrm: joint.rawValue
        case .unity: joint.unityName
        case .mixamo: joint.mixamoName
        }
    }
}
