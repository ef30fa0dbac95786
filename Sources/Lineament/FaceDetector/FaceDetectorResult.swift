internal import Foundation

/// The faces that a ``FaceDetector`` detected in an image.
public final class FaceDetectorResult: TaskResult, @unchecked Sendable {
    // Sound: nothing changes after the initializer, and the values are Sendable.

    /// The detections, best score first; empty if there are none.
    public let detections: [Detection]

    /// Whether the image is a frame of a video, whose timestamp is worth writing to JSON.
    let isFrame: Bool

    /// Creates a result from detections. A timestamp other than 0 marks a frame of a video, whose JSON includes it.
    public convenience init(detections: [Detection], timestampInMilliseconds: Int) {
        self.init(
            detections: detections, isFrame: timestampInMilliseconds != 0,
            timestampInMilliseconds: timestampInMilliseconds)
    }

    init(detections: [Detection], isFrame: Bool, timestampInMilliseconds: Int) {
        self.detections = detections
        self.isFrame = isFrame
        super.init(timestampInMilliseconds: timestampInMilliseconds)
    }
}

extension FaceDetectorResult: Hashable, CustomStringConvertible {
    /// Returns whether both results have equal detections and timestamps.
    public static func == (left: FaceDetectorResult, right: FaceDetectorResult) -> Bool {
        left.detections == right.detections && left.timestampInMilliseconds == right.timestampInMilliseconds
    }

    /// Hashes the detections and the timestamp.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(detections)
        hasher.combine(timestampInMilliseconds)
    }

    /// A summary such as "2 faces at 40 ms".
    public var description: String {
        "\(detections.count) \(detections.count == 1 ? "face" : "faces") at \(timestampInMilliseconds) ms"
    }
}

extension FaceDetectorResult: Codable {
    /// Writes the members of the result into a JSON object opened by the caller.
    package func writeMembers(to json: inout some JSONWriting) {
        if isFrame { json.member("timestampInMilliseconds", timestampInMilliseconds) }
        json.member("detections", detections) { json, detection in detection.write(to: &json) }
    }

    /// Encodes the JSON that the command line prints, but without the image's name and size. The timestamp is included
    /// only for frames of a video.
    public func encode(to encoder: any Encoder) throws {
        try encoder.encode { json in json.object { writeMembers(to: &$0) } }
    }

    /// Decodes the JSON that the command line prints.
    public convenience init(from decoder: any Decoder) throws {
        let members = try Members(from: decoder)
        self.init(
            detections: members.detections, isFrame: members.timestampInMilliseconds != nil,
            timestampInMilliseconds: members.timestampInMilliseconds ?? 0)
    }

    private struct Members: Decodable {
        var timestampInMilliseconds: Int?
        var detections: [Detection]
    }
}

extension Detection {
    /// Converts a raw detection to the public type.
    init(_ detection: RawDetection, in size: ImageSize) {
        self.init(
            categories: [
                ResultCategory(index: 0, score: detection.score, categoryName: nil, displayName: nil)
            ],
            boundingBox: detection.box.wholePixels(in: size),
            keypoints: detection.keypoints.map { point in
                NormalizedKeypoint(
                    location: CGPoint(x: CGFloat(point.x), y: CGFloat(point.y)), label: nil, score: 0)
            })
    }
}

extension BoundingBox {
    /// Returns the box in whole pixels. Origin and size are truncated and clamped separately, as in MediaPipe, so the
    /// box can extend past the right and bottom edges.
    fileprivate func wholePixels(in size: ImageSize) -> CGRect {
        func whole(_ value: Float, limit: Float) -> CGFloat { CGFloat(max(0, min(limit, value)).rounded(.down)) }
        return CGRect(
            x: whole(minimum.x * size.width, limit: size.width),
            y: whole(minimum.y * size.height, limit: size.height),
            width: whole(self.size.x * size.width, limit: size.width),
            height: whole(self.size.y * size.height, limit: size.height))
    }
}
