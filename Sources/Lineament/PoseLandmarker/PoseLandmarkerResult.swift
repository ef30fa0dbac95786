/// The people that a ``PoseLandmarker`` detected in one image.
///
/// ``poses`` has everything about a person together; the other lists are MediaPipe's, derived from it, and run in
/// parallel. In an image the person detected with the best score comes first; in a video tracked people come first.
public final class PoseLandmarkerResult: TaskResult, @unchecked Sendable {
    // Sound: nothing changes after the initializer, and the values are Sendable.

    /// One person.
    public struct Pose: Sendable, Hashable {
        /// 33 landmarks in fractions of the image as stored, with visibility and presence.
        public let landmarks: PoseLandmarks
        /// The same landmarks in metres from the middle of the hips.
        public let worldLandmarks: PoseWorldLandmarks
        /// How surely each pixel of the image as stored shows the person; nil unless masks were asked for.
        public let segmentationMask: Mask?
        /// A number that the person keeps while tracked and through a short loss, and that nobody else in the stream
        /// gets; nil in single images. A Lineament extension.
        public let trackID: Int?

        /// A person from their parts.
        public init(
            landmarks: PoseLandmarks, worldLandmarks: PoseWorldLandmarks, segmentationMask: Mask? = nil,
            trackID: Int? = nil
        ) {
            self.landmarks = landmarks
            self.worldLandmarks = worldLandmarks
            self.segmentationMask = segmentationMask
            self.trackID = trackID
        }

        /// A landmark in fractions of the image.
        public subscript(landmark: PoseLandmark) -> NormalizedLandmark { landmarks[landmark] }
    }

    /// The people; empty if there is nobody.
    public let poses: [Pose]
    /// Whether the image is a frame of a video.
    let isFrame: Bool

    /// 33 landmarks a person, with visibility and presence; empty if there is nobody. See ``PoseLandmark``.
    public var landmarks: [[NormalizedLandmark]] { poses.map(\.landmarks.array) }
    /// The same landmarks in metres from the middle of the hips.
    public var worldLandmarks: [[Landmark]] { poses.map(\.worldLandmarks.array) }
    /// A mask of the size of the image as stored for each person; empty unless masks were asked for.
    public var segmentationMasks: [Mask] { poses.compactMap(\.segmentationMask) }
    /// The ``Pose/trackID`` of each person in video and live stream mode; empty for single images. A Lineament extension.
    public var trackIDs: [Int] { poses.compactMap(\.trackID) }

    /// A result from people.
    public convenience init(poses: [Pose], timestampInMilliseconds: Int) {
        self.init(
            poses: poses, isFrame: poses.contains { $0.trackID != nil },
            timestampInMilliseconds: timestampInMilliseconds)
    }

    /// A result from MediaPipe's parallel lists; masks may be nil or empty.
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

    init(poses: [Pose], isFrame: Bool, timestampInMilliseconds: Int) {
        self.poses = poses
        self.isFrame = isFrame
        super.init(timestampInMilliseconds: timestampInMilliseconds)
    }
}

extension PoseLandmarkerResult: Hashable, CustomStringConvertible {
    /// Whether both results have equal people at the same time.
    public static func == (left: PoseLandmarkerResult, right: PoseLandmarkerResult) -> Bool {
        left.poses == right.poses && left.timestampInMilliseconds == right.timestampInMilliseconds
    }

    /// Hashes the people and the time.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(poses)
        hasher.combine(timestampInMilliseconds)
    }

    /// Such as "2 people at 40 ms".
    public var description: String {
        "\(poses.count) \(poses.count == 1 ? "person" : "people") at \(timestampInMilliseconds) ms"
    }
}

extension PoseLandmarkerResult: Codable {
    /// Writes the result's members, for an object of the caller's.
    /// - Parameter maskFiles: the names of the files that the masks were written to; nil if there are none.
    package func writeMembers(to json: inout some JSONWriting, maskFiles: [String]? = nil) {
        if isFrame { json.member("timestampInMilliseconds", timestampInMilliseconds) }
        json.member("landmarks", poses) { json, pose in
            json.array(pose.landmarks) { json, landmark in landmark.write(to: &json) }
        }
        json.member("worldLandmarks", poses) { json, pose in
            json.array(pose.worldLandmarks) { json, landmark in landmark.write(to: &json) }
        }
        if let maskFiles {
            json.member("segmentationMasks", maskFiles) { json, file in json.value(file) }
        }
        if isFrame {
            json.member("trackIDs", trackIDs) { json, id in json.value(id) }
        }
    }

    /// Writes the JSON of the command line, without the image's name and size. Masks are left out: write them as images.
    public func encode(to encoder: any Encoder) throws {
        try encoder.encode { json in json.object { writeMembers(to: &$0) } }
    }

    /// Reads the JSON of the command line; the result has no masks.
    public convenience init(from decoder: any Decoder) throws {
        let members = try Members(from: decoder)
        let poses = members.landmarks.enumerated().map { index, landmarks in
            Pose(
                landmarks: PoseLandmarks(landmarks),
                worldLandmarks: PoseWorldLandmarks(members.worldLandmarks.element(at: index) ?? []),
                trackID: members.trackIDs?.element(at: index))
        }
        self.init(
            poses: poses, isFrame: members.trackIDs != nil,
            timestampInMilliseconds: members.timestampInMilliseconds ?? 0)
    }

    private struct Members: Decodable {
        var timestampInMilliseconds: Int?
        var landmarks: [[NormalizedLandmark]]
        var worldLandmarks: [[Landmark]]
        var trackIDs: [Int]?
    }
}
