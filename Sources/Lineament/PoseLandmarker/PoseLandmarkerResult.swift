/// The people that a ``PoseLandmarker`` detected in an image.
///
/// ``poses`` holds everything about each person; the other lists are MediaPipe's parallel arrays, derived from it. In a
/// single image, people are in descending order of detection score; in a video, tracked people come first.
public final class PoseLandmarkerResult: TaskResult, @unchecked Sendable {
    // Sound: nothing changes after the initializer, and the values are Sendable.

    /// One person.
    public struct Pose: Sendable, Hashable {
        /// The 33 landmarks, in fractions of the image as stored, with visibility and presence.
        public let landmarks: PoseLandmarks
        /// The same landmarks, in meters from the midpoint of the hips.
        public let worldLandmarks: PoseWorldLandmarks
        /// The probability that each pixel of the image as stored shows the person; `nil` if not requested.
        public let segmentationMask: Mask?
        /// An ID that the person keeps while tracked and through short gaps, and that nobody else in the stream
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
    /// Whether the image is a frame of a video.
    let isFrame: Bool

    /// The 33 landmarks of each person, with visibility and presence; empty if there is nobody. See ``PoseLandmark``
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
    public convenience init(poses: [Pose], timestampInMilliseconds: Int) {
        self.init(
            poses: poses, isFrame: poses.contains { $0.trackID != nil },
            timestampInMilliseconds: timestampInMilliseconds)
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

    init(poses: [Pose], isFrame: Bool, timestampInMilliseconds: Int) {
        self.poses = poses
        self.isFrame = isFrame
        super.init(timestampInMilliseconds: timestampInMilliseconds)
    }
}

extension PoseLandmarkerResult: Hashable, CustomStringConvertible {
    /// Returns whether both results have equal people and timestamps.
    public static func == (left: PoseLandmarkerResult, right: PoseLandmarkerResult) -> Bool {
        left.poses == right.poses && left.timestampInMilliseconds == right.timestampInMilliseconds
    }

    /// Hashes the people and the timestamp.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(poses)
        hasher.combine(timestampInMilliseconds)
    }

    /// A summary such as "2 people at 40 ms".
    public var description: String {
        "\(poses.count) \(poses.count == 1 ? "person" : "people") at \(timestampInMilliseconds) ms"
    }
}

extension PoseLandmarkerResult: Codable {
    /// Writes the members of the result into a JSON object opened by the caller.
    /// - Parameters:
    ///   - json: The JSON to write to.
    ///   - maskFiles: The names of the files that the masks were written to; `nil` if there are none.
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

    /// Encodes the JSON that the command line prints, but without the image's name and size. The timestamp is included
    /// only for frames of a video. Masks are omitted; write them as images instead.
    public func encode(to encoder: any Encoder) throws {
        try encoder.encode { json in json.object { writeMembers(to: &$0) } }
    }

    /// Decodes the JSON that the command line prints; the result has no masks.
    /// - Throws: `DecodingError`, also if a person has another number of landmarks than 33, in the image or in
    ///   meters, or some have none in meters.
    public convenience init(from decoder: any Decoder) throws {
        let members = try Members(from: decoder)
        let count = DetectedPose.landmarkCount
        guard members.landmarks.count == members.worldLandmarks.count else {
            let entries = members.landmarks.count == 1 ? "1 entry" : "\(members.landmarks.count) entries"
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: decoder.codingPath,
                    debugDescription:
                        "`landmarks` has \(entries) but `worldLandmarks` has "
                        + "\(members.worldLandmarks.count); they must have the same number."))
        }
        let poses = try zip(members.landmarks, members.worldLandmarks).enumerated().map { index, landmarks in
            Pose(
                landmarks: try PoseLandmarks(decoded: landmarks.0, count: count, from: decoder),
                worldLandmarks: try PoseWorldLandmarks(decoded: landmarks.1, count: count, from: decoder),
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
