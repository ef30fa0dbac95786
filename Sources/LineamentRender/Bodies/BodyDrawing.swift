// SPDX-License-Identifier: Apache-2.0
public import Foundation
public import Lineament

/// A person to draw: joints, bones, mask and text, in image pixels.
public struct BodyDrawing: Sendable {
    /// A side of the body, the person's own.
    public enum Side: Sendable, Hashable {
        case left, right, middle
    }

    /// A joint or another landmark.
    public struct Joint: Sendable, Hashable {
        /// The position.
        public var position: Point
        /// The side, which decides the color.
        public var side: Side
        /// The likelihood that the joint is visible, 0 to 1; less visible joints are fainter.
        public var visibility: Double
        /// Whether the joint is a part of the face, which labels do not cover and whose points are smaller.
        public var isOfFace: Bool

        /// Creates a joint from its parts.
        public init(position: Point, side: Side, visibility: Double = 1, isOfFace: Bool = false) {
            self.position = position
            self.side = side
            self.visibility = visibility
            self.isOfFace = isOfFace
        }

        /// The opacity, which is low for a joint that is probably hidden, but never zero.
        var opacity: Double { max(0.15, min(1, visibility)) }
    }

    /// A line between two joints.
    public struct Bone: Sendable, Hashable {
        /// The index of the joint where the line starts.
        public var start: Int
        /// The index of the joint where the line ends.
        public var end: Int
        /// The side, which decides the color.
        public var side: Side

        /// Creates a line between the joints at `start` and `end`.
        public init(start: Int, end: Int, side: Side) {
            self.start = start
            self.end = end
            self.side = side
        }
    }

    /// The joints.
    public var joints: [Joint]
    /// The lines between joints; one with an index out of bounds is not drawn.
    public var bones: [Bone]
    /// The lines of text beside the body.
    public var labelLines: [String]
    /// The mask, the size of the image; `nil` for none.
    public var mask: Mask?
    /// The number that chooses the tint of the mask; `nil` for the body's place in the overlay.
    public var tint: Int?

    /// The indices of joints that are not drawn, nor lines to them, because others in their place say more.
    var replaced: Set<Int> = []

    /// The box around the head, or the body if no joint is on it: the landmarks of the face, with as much room again on each
    /// side for hair and chin.
    var head: CGRect {
        let face = joints.filter(\.isOfFace).map(\.position)
        guard !face.isEmpty else { return joints.map(\.position).boundingBox }
        let box = face.boundingBox
        return box.insetBy(dx: -0.1 * box.width, dy: -0.5 * box.width)
    }

    /// Creates a person from its parts.
    public init(joints: [Joint], bones: [Bone], labelLines: [String] = [], mask: Mask? = nil, tint: Int? = nil) {
        self.joints = joints
        self.bones = bones
        self.labelLines = labelLines
        self.mask = mask
        self.tint = tint
    }
}

extension BodyDrawing {
    /// Creates a drawing of one of a pose landmarker's people.
    /// - Parameters:
    ///   - pose: The person.
    ///   - imageSize: The size of the image to draw on, in pixels.
    public init(_ pose: PoseLandmarkerResult.Pose, imageSize: CGSize) {
        let joints = pose.landmarks.enumerated().map { index, landmark in
            Joint(
                position: Point(
                    x: Double(landmark.x) * imageSize.width, y: Double(landmark.y) * imageSize.height),
                side: Skeleton.side(ofLandmark: index), visibility: landmark.visibility?.doubleValue ?? 1,
                isOfFace: index <= Skeleton.lastOfFace)
        }
        self.init(
            joints: joints, bones: Skeleton.bones, labelLines: pose.trackID.map { ["#\($0)"] } ?? [],
            mask: pose.segmentationMask, tint: pose.trackID)
    }
}

/// The parts and sides of the 33 landmarks, and the sides of the lines between them.
package enum Skeleton {
    /// The landmarks of the face.
    static let face = Set(0...lastOfFace)
    /// The landmarks of the left hand but the wrist.
    static let leftHand = Set([PoseLandmark.leftPinky, .leftIndex, .leftThumb].map(\.rawValue))
    /// The landmarks of the right hand but the wrist.
    static let rightHand = Set([PoseLandmark.rightPinky, .rightIndex, .rightThumb].map(\.rawValue))

    /// The index of the last landmark of the face.
    package static let lastOfFace = PoseLandmark.mouthRight.rawValue

    /// The lines between landmarks.
    package static let bones = PoseLandmarker.poseLandmarks.map {
        BodyDrawing.Bone(start: Int($0.start), end: Int($0.end), side: side(ofLine: $0))
    }

    /// Returns the side of a landmark, the person's own.
    package static func side(ofLandmark index: Int) -> BodyDrawing.Side {
        guard index > 0 else { return .middle }
        return isLeft(index) ? .left : .right
    }

    private static func side(ofLine line: Connection) -> BodyDrawing.Side {
        let ends = [Int(line.start), Int(line.end)].filter { $0 != PoseLandmark.nose.rawValue }
        let sides = Set(ends.map(isLeft))
        guard sides.count == 1 else { return .middle }
        return sides.contains(true) ? .left : .right
    }

    private static func isLeft(_ index: Int) -> Bool {
        switch index {
        case PoseLandmark.leftEyeInner.rawValue...PoseLandmark.leftEyeOuter.rawValue: true
        case PoseLandmark.rightEyeInner.rawValue...PoseLandmark.rightEyeOuter.rawValue: false
        default: index % 2 == 1
        }
    }
}
