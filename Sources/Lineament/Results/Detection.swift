public import Foundation

/// A detected face.
public struct Detection: Sendable, Hashable {
    /// What was detected and its score; one entry for a face, with index 0.
    public let categories: [ResultCategory]
    /// The box in whole pixels of the image as stored; it may reach past the right and bottom edges.
    public let boundingBox: CGRect
    /// For a face the points of ``FaceKeypoint``, in its order.
    public let keypoints: [NormalizedKeypoint]?

    /// A detection from its parts.
    public init(categories: [ResultCategory], boundingBox: CGRect, keypoints: [NormalizedKeypoint]?) {
        self.categories = categories
        self.boundingBox = boundingBox
        self.keypoints = keypoints
    }

    /// The score of the first category, 0 to 1.
    public var score: Float { categories.first?.score ?? 0 }

    /// A keypoint by its name; nil if the detection has none.
    public subscript(keypoint: FaceKeypoint) -> NormalizedKeypoint? { keypoints?.element(at: keypoint.rawValue) }
}

/// The six keypoints of a detected face, in the order of ``Detection/keypoints``. Left and right are the subject's.
public enum FaceKeypoint: Int, Sendable, CaseIterable {
    case rightEye = 0
    case leftEye, noseTip, mouthCenter, rightEar, leftEar
}

/// A point of a detection.
public struct NormalizedKeypoint: Sendable, Hashable {
    /// In fractions of the image as stored, from its upper left corner; not clipped.
    public let location: CGPoint
    /// The point's name; nil if the model gives none.
    public let label: String?
    /// The point's score; 0 if the model gives none.
    public let score: Float

    /// A keypoint from its parts.
    public init(location: CGPoint, label: String?, score: Float) {
        self.location = location
        self.label = label
        self.score = score
    }

    /// The position in pixels of an image of `size`, from its upper left corner.
    public func position(in size: CGSize) -> CGPoint {
        CGPoint(x: location.x * size.width, y: location.y * size.height)
    }
}

extension Detection: CustomStringConvertible {
    /// Such as "0.92 at (177.0, 82.0), 95.0×95.0".
    public var description: String {
        let box = boundingBox
        return "\(score) at (\(box.minX), \(box.minY)), \(box.width)×\(box.height)"
    }
}

extension Detection: Codable {
    func write(to json: inout some JSONWriting) {
        json.object { json in
            json.key("boundingBox")
            json.object { json in
                json.member("x", whole: boundingBox.minX)
                json.member("y", whole: boundingBox.minY)
                json.member("width", whole: boundingBox.width)
                json.member("height", whole: boundingBox.height)
            }
            json.member("categories", categories) { json, category in category.write(to: &json) }
            json.member("keypoints", keypoints ?? []) { json, keypoint in
                json.object { json in
                    json.member("x", Float(keypoint.location.x))
                    json.member("y", Float(keypoint.location.y))
                }
            }
        }
    }

    /// Writes the JSON of the command line.
    public func encode(to encoder: any Encoder) throws { try encoder.encode { write(to: &$0) } }

    /// Reads the JSON of the command line.
    public init(from decoder: any Decoder) throws {
        let members = try Members(from: decoder)
        let box = members.boundingBox
        self.init(
            categories: members.categories,
            boundingBox: CGRect(x: box.x, y: box.y, width: box.width, height: box.height),
            keypoints: members.keypoints.map { points in
                points.map { NormalizedKeypoint(location: CGPoint(x: $0.x, y: $0.y), label: nil, score: 0) }
            })
    }

    private struct Members: Decodable {
        struct Box: Decodable { var x, y, width, height: Double }
        struct Point: Decodable { var x, y: Double }

        var boundingBox: Box
        var categories: [ResultCategory]
        var keypoints: [Point]?
    }
}
