// SPDX-License-Identifier: Apache-2.0

/// The values that a ``LiveSender`` sent of a frame.
public struct SentFrame: Sendable, Hashable {
    /// A bone as the Virtual Motion Capture protocol has it: against its parent, in Unity's axes (left-handed, y up, the
    /// person's left at -x).
    public struct Bone: Sendable, Hashable {
        /// Unity's name of the bone, such as `LeftUpperArm`.
        public let name: String
        /// The position, in meters.
        public let position: SIMD3<Float>
        /// The rotation as a quaternion: x, y, z, w.
        public let rotation: SIMD4<Float>
    }

    /// A datagram to one receiver.
    public struct Datagram: Sendable, Hashable {
        /// The receiver.
        public let address: LiveAddress
        /// The number of bytes; 0 if there was nothing to send, or if the system did not take it.
        public let byteCount: Int
        /// Whether the receiver's machine has said that nothing listens at the port. Not all machines do.
        public let isRefused: Bool
    }

    /// The seconds since the first frame.
    public let time: Double
    /// Whether the neutral face is still looked for; no face is sent until it is known.
    public let isCalibrating: Bool
    /// The 52 scores of the blendshapes, in the order of `Blendshape`; `nil` without a face.
    public let shapes: [Float]?
    /// The bones, for receivers that take them; empty without a body.
    public let bones: [Bone]
    /// The datagrams to the receivers, in their order.
    public let datagrams: [Datagram]
}
