// SPDX-License-Identifier: Apache-2.0

/// The people that a ``HolisticLandmarker`` detected in an image, with their faces and hands.
///
/// ``people`` holds all of them; the other lists are MediaPipe's, of the first person only. In a single image, people
/// are in descending order of detection score; in a video of several people, they are in the order of their tracks.
public final class HolisticLandmarkerResult: TaskResult, @unchecked Sendable {
    // Sound: nothing changes after the initializer, and the values are Sendable.

    /// One person.
    public struct Person: Sendable, Hashable {
        /// A hand of the person.
        public struct Hand: Sendable, Hashable {
            /// The 21 landmarks, in fractions of the image as stored; depths are relative to the wrist, on the scale of x.
            public internal(set) var landmarks: HandLandmarks
            /// The same landmarks, in meters from the midpoint of the person's hips. The wrist is that of
            /// ``Person/worldLandmarks``.
            public internal(set) var worldLandmarks: HandWorldLandmarks

            /// Creates a hand from its parts.
            public init(landmarks: HandLandmarks, worldLandmarks: HandWorldLandmarks) {
                self.landmarks = landmarks
                self.worldLandmarks = worldLandmarks
            }

            /// Returns a landmark, in fractions of the image.
            public subscript(landmark: HandLandmark) -> NormalizedLandmark { landmarks[landmark] }
        }

        /// The 33 landmarks of the body, in fractions of the image as stored, with visibility and presence.
        public internal(set) var landmarks: PoseLandmarks
        /// The same landmarks, in meters from the midpoint of the hips.
        public internal(set) var worldLandmarks: PoseWorldLandmarks
        /// The 478 landmarks of the face, in fractions of the image as stored; `nil` if no face was found.
        public internal(set) var face: FaceLandmarks?
        /// The scores of the face's 52 blendshapes; `nil` if not requested or without a face.
        public let blendshapes: BlendshapeScores?
        /// The person's own left hand; `nil` if none was found.
        public internal(set) var leftHand: Hand?
        /// The person's own right hand; `nil` if none was found.
        public internal(set) var rightHand: Hand?
        /// The probability that each pixel of the image as stored shows the person; `nil` if not requested.
        public internal(set) var segmentationMask: Mask?
        /// An ID that the person keeps while tracked and through short gaps, and that no other person in the stream
        /// receives; `nil` in single images.
        public let trackID: Int?

        /// Creates a person from its parts.
        public init(
            landmarks: PoseLandmarks, worldLandmarks: PoseWorldLandmarks, face: FaceLandmarks? = nil,
            blendshapes: BlendshapeScores? = nil, leftHand: Hand? = nil, rightHand: Hand? = nil,
            segmentationMask: Mask? = nil, trackID: Int? = nil
        ) {
            self.landmarks = landmarks
            self.worldLandmarks = worldLandmarks
            self.face = face
            self.blendshapes = blendshapes
            self.leftHand = leftHand
            self.rightHand = rightHand
            self.segmentationMask = segmentationMask
            self.trackID = trackID
        }

        /// Returns a landmark of the body, in fractions of the image.
        public subscript(landmark: PoseLandmark) -> NormalizedLandmark { landmarks[landmark] }
    }

    /// The people; empty if there are none. A Lineament extension.
    public let people: [Person]
    /// Whether blendshapes were requested, regardless of whether there is a face.
    let hasBlendshapes: Bool

    /// The 478 landmarks of the first person's face; empty without a face.
    public var faceLandmarks: [NormalizedLandmark] { people.first?.face?.array ?? [] }
    /// The blendshapes of the first person; `nil` if not requested or without a face.
    public var faceBlendshapes: Classifications? {
        people.first?.blendshapes.map {
            Classifications(headIndex: 0, headName: "", categories: Classifications($0).categories)
        }
    }
    /// The 33 landmarks of the first person's body, with visibility and presence; empty if no person was found.
    public var poseLandmarks: [NormalizedLandmark] { people.first?.landmarks.array ?? [] }
    /// The same landmarks, in meters from the midpoint of the hips.
    public var poseWorldLandmarks: [Landmark] { people.first?.worldLandmarks.array ?? [] }
    /// The first person's mask, the size of the image as stored; `nil` if not requested or if no person was found.
    public var poseSegmentationMask: Mask? { people.first?.segmentationMask }
    /// The 21 landmarks of the first person's left hand; empty if it was not found.
    public var leftHandLandmarks: [NormalizedLandmark] { people.first?.leftHand?.landmarks.array ?? [] }
    /// The same landmarks, in meters from the midpoint of the hips.
    public var leftHandWorldLandmarks: [Landmark] { people.first?.leftHand?.worldLandmarks.array ?? [] }
    /// The 21 landmarks of the first person's right hand; empty if it was not found.
    public var rightHandLandmarks: [NormalizedLandmark] { people.first?.rightHand?.landmarks.array ?? [] }
    /// The same landmarks, in meters from the midpoint of the hips.
    public var rightHandWorldLandmarks: [Landmark] { people.first?.rightHand?.worldLandmarks.array ?? [] }

    /// The masks of all people; empty if not requested. A Lineament extension.
    public var segmentationMasks: [Mask] { people.compactMap(\.segmentationMask) }
    /// The ``Person/trackID`` of each person in video and live-stream mode; empty for single images. A Lineament
    /// extension.
    public var trackIDs: [Int] { people.compactMap(\.trackID) }

    /// Creates a result from people.
    /// - Parameters:
    ///   - people: The people.
    ///   - timestampInMilliseconds: The time of a frame.
    ///   - isFrame: Whether the image is a frame of a video; `nil` to tell by the people's IDs, or without people by a
    ///     timestamp other than 0.
    public convenience init(people: [Person], timestampInMilliseconds: Int, isFrame: Bool? = nil) {
        self.init(
            people: people, hasBlendshapes: people.contains { $0.blendshapes != nil },
            timestampInMilliseconds: timestampInMilliseconds,
            isFrame: isFrame
                ?? Self.isFrame(
                    trackIDs: people.map(\.trackID), timestampInMilliseconds: timestampInMilliseconds))
    }

    init(people: [Person], hasBlendshapes: Bool, timestampInMilliseconds: Int, isFrame: Bool) {
        self.people = people
        self.hasBlendshapes = hasBlendshapes
        super.init(timestampInMilliseconds: timestampInMilliseconds, isFrame: isFrame)
    }

    /// Creates a result from MediaPipe's lists of one person, or of none if `poseLandmarks` is empty.
    public convenience init(
        faceLandmarks: [NormalizedLandmark], faceBlendshapes: Classifications?, poseLandmarks: [NormalizedLandmark],
        poseWorldLandmarks: [Landmark], poseSegmentationMask: Mask?, leftHandLandmarks: [NormalizedLandmark],
        leftHandWorldLandmarks: [Landmark], rightHandLandmarks: [NormalizedLandmark],
        rightHandWorldLandmarks: [Landmark], timestampInMilliseconds: Int
    ) {
        func hand(_ landmarks: [NormalizedLandmark], _ world: [Landmark]) -> Person.Hand? {
            landmarks.isEmpty
                ? nil : Person.Hand(landmarks: HandLandmarks(landmarks), worldLandmarks: HandWorldLandmarks(world))
        }
        let person = Person(
            landmarks: PoseLandmarks(poseLandmarks), worldLandmarks: PoseWorldLandmarks(poseWorldLandmarks),
            face: faceLandmarks.isEmpty ? nil : FaceLandmarks(faceLandmarks),
            blendshapes: faceBlendshapes.map(BlendshapeScores.init),
            leftHand: hand(leftHandLandmarks, leftHandWorldLandmarks),
            rightHand: hand(rightHandLandmarks, rightHandWorldLandmarks), segmentationMask: poseSegmentationMask)
        self.init(
            people: poseLandmarks.isEmpty ? [] : [person], timestampInMilliseconds: timestampInMilliseconds)
    }
}

extension HolisticLandmarkerResult: Hashable, CustomStringConvertible {}

extension HolisticLandmarkerResult: SubjectResult {
    package var subjects: [Person] { people }
    package static var nouns: (one: String, several: String) { ("person", "people") }
}
