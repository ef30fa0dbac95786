// SPDX-License-Identifier: Apache-2.0

/// The people that a ``PoseLandmarker`` detected in an image.
///
/// ``poses`` holds everything about each person; the other lists are MediaPipe's parallel arrays, derived from it. In a
/// single image, people are in descending order of detection score; in a video, tracked people come first.
public final class PoseLandmarkerResult: TaskResult, @unchecked Sendable {
    // Sound: nothing changes after the initializer, and the values are Sendable.

    /// One person.
    public struct Pose: Sendable, Hashable {
        /// The 33 landmarks, in fractions of the image as stored, with visibility and presence.
        public internal(set) var landmarks: PoseLandmarks
        /// The same landmarks, in meters from the midpoint of the hips.
        public internal(set) var worldLandmarks: PoseWorldLandmarks
        /// The probability that each pixel of the image as stored shows the person; `nil` if not requested.
        public internal(set) var segmentationMask: Mask?
        /// An ID that the person keeps while tracked and through short gaps, and that no other person in the stream
        /// receives; `nil` in single images. A Lineament extension.
        public let trackID: Int?

        /// Creates a person from its parts.
        public init(
            landmarks: PoseLandmarks, worldLandmarks: PoseWorldLandmarks, segmentationMask: Mask? = nil,
            trackID: Int? = nil
        ) {
            self.landmarks = landmarks
            self.worldLandmarks = worldLandmarks
            self.segmentationMask = segmentationMask
            self.trackID = trackID
        }

        /// Returns a landmark, in fractions of the image.
        public subscript(landmark: PoseLandmark) -> NormalizedLandmark { landmarks[landmark] }
    }

    /// The people; empty if there are none.
    public let poses: [Pose]

    /// The 33 landmarks of each person, with visibility and presence; empty if no one was found. See ``PoseLandmark``
    /// for their order.
    public var landmarks: [[NormalizedLandmark]] { poses.map(\.landmarks.array) }
    /// The same landmarks, in meters from the midpoint of the hips.
    public var worldLandmarks: [[Landmark]] { poses.map(\.worldLandmarks.array) }
    /// A mask the size of the image as stored for each person; empty if not requested.
    public var segmentationMasks: [Mask] { poses.compactMap(\.segmentationMask) }
    /// The ``Pose/trackID`` of each person in video and live-stream mode; empty for single images. A Lineament
    /// extension.
    public var trackIDs: [Int] { poses.compactMap(\.trackID) }

    /// Creates a result from people.
    /// - Parameters:
    ///   - poses: The people.
    ///   - timestampInMilliseconds: The time of a frame.
    ///   - isFrame: Whether the image is a frame of a video; `nil` to tell by the people's IDs, or without people by a
    ///     timestamp other than 0.
    public init(poses: [Pose], timestampInMilliseconds: Int, isFrame: Bool? = nil) {
        self.poses = poses
        super.init(
            timestampInMilliseconds: timestampInMilliseconds,
            isFrame: isFrame
                ?? Self.isFrame(
                    trackIDs: poses.map(\.trackID), timestampInMilliseconds: timestampInMilliseconds))
    }

    /// Creates a result from MediaPipe's parallel arrays; masks may be `nil` or empty.
    public convenience init(
        landmarks: [[NormalizedLandmark]], worldLandmarks: [[Landmark]], segmentationMasks: [Mask]?,
        timestampInMilliseconds: Int
    ) {
        let poses = landmarks.enumerated().map { index, landmarks in
            Pose(
                landmarks: PoseLandmarks(landmarks),
                worldLandmarks: PoseWorldLandmarks(worldLandmarks.element(at: index) ?? []),
                segmentationMask: segmentationMasks?.element(at: index))
        }
        self.init(poses: poses, timestampInMilliseconds: timestampInMilliseconds)
    }
}

extension PoseLandmarkerResult: Hashable, CustomStringConvertible {}

extension PoseLandmarkerResult: SubjectResult {
    package var subjects: [Pose] { poses }
    package static var nouns: (one: String, several: String) { ("person", "people") }
}
