// SPDX-License-Identifier: Apache-2.0

/// The 21 landmarks of a hand.
///
/// The raw value is the landmark's index in a result. The order is that of MediaPipe's `HandLandmark`.
public enum HandLandmark: Int, Sendable, CaseIterable {
    case wrist = 0
    /// The joints of the thumb: where it leaves the wrist (CMC), its base (MCP), its middle (IP), and its tip.
    case thumbCMC, thumbMCP, thumbIP, thumbTip
    /// The joints of the index finger: its knuckle (MCP), the next two (PIP, DIP), and its tip.
    case indexFingerMCP, indexFingerPIP, indexFingerDIP, indexFingerTip
    case middleFingerMCP, middleFingerPIP, middleFingerDIP, middleFingerTip
    case ringFingerMCP, ringFingerPIP, ringFingerDIP, ringFingerTip
    case pinkyMCP, pinkyPIP, pinkyDIP, pinkyTip
}

extension HandLandmark {
    /// ``thumbTip``, as MediaPipe's iOS package spells it.
    public static var thumbTIP: Self { .thumbTip }
    /// ``indexFingerTip``, as MediaPipe's iOS package spells it.
    public static var indexFingerTIP: Self { .indexFingerTip }
    /// ``middleFingerTip``, as MediaPipe's iOS package spells it.
    public static var middleFingerTIP: Self { .middleFingerTip }
    /// ``ringFingerTip``, as MediaPipe's iOS package spells it.
    public static var ringFingerTIP: Self { .ringFingerTip }
    /// ``pinkyTip``, as MediaPipe's iOS package spells it.
    public static var pinkyTIP: Self { .pinkyTip }
}

extension HandLandmarker {
    /// The lines around the palm.
    public class var handPalmConnections: [Connection] { palm }
    /// The lines along the thumb.
    public class var handThumbConnections: [Connection] { finger(from: 1) }
    /// The lines along the index finger.
    public class var handIndexFingerConnections: [Connection] { finger(from: 5) }
    /// The lines along the middle finger.
    public class var handMiddleFingerConnections: [Connection] { finger(from: 9) }
    /// The lines along the ring finger.
    public class var handRingFingerConnections: [Connection] { finger(from: 13) }
    /// The lines along the little finger.
    public class var handPinkyConnections: [Connection] { finger(from: 17) }
    /// All 21 lines of the hand.
    public class var handConnections: [Connection] {
        handPalmConnections + handThumbConnections + handIndexFingerConnections + handMiddleFingerConnections
            + handRingFingerConnections + handPinkyConnections
    }

    private static let palm = [(0, 1), (0, 5), (9, 13), (13, 17), (5, 9), (0, 17)].map {
        Connection(start: $0.0, end: $0.1)
    }

    /// Returns the three lines along a finger whose first joint has the index `base`.
    private static func finger(from base: UInt) -> [Connection] {
        (base..<base + 3).map { Connection(start: $0, end: $0 + 1) }
    }
}

/// The 21 landmarks of a hand, in fractions of the image.
public typealias HandLandmarks = LandmarkList<HandLandmark, NormalizedLandmark>
/// The 21 landmarks of a hand, in meters.
public typealias HandWorldLandmarks = LandmarkList<HandLandmark, Landmark>
