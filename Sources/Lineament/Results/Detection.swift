// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// A detected face.
public struct Detection: Sendable, Hashable {
    /// The category of the detection and its score; for a face, one element with index 0.
    public let categories: [ResultCategory]
    /// The bounding box, in whole pixels of the image as stored. It can extend past the right and bottom edges.
    public let boundingBox: CGRect
    /// The keypoints; for a face, those of ``FaceKeypoint`` in its order.
    public let keypoints: [NormalizedKeypoint]?

    /// Creates a detection from its parts.
    public init(categories: [ResultCategory], boundingBox: CGRect, keypoints: [NormalizedKeypoint]?) {
        self.categories = categories
        self.boundingBox = boundingBox
        self.keypoints = keypoints
    }

    /// The score of the first category, 0 to 1; 0 if there is none.
    public var score: Float { categories.first?.score ?? 0 }

    /// Returns a keypoint by name; `nil` if the detection does not have it.
    public subscript(keypoint: FaceKeypoint) -> NormalizedKeypoint? { keypoints?.element(at: keypoint.rawValue) }
}

extension Detection: CustomStringConvertible {
    /// A summary such as "0.92 at (177.0, 82.0), 95.0×95.0".
    public var description: String {
        let box = boundingBox
        return "\(score) at (\(box.minX), \(box.minY)), \(box.width)×\(box.height)"
    }
}

extension Detection: Codable {
    /// Writes the detection as JSON.
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

    /// Encodes the JSON that the command line prints.
    public func encode(to encoder: any Encoder) throws { try encoder.encode { write(to: &$0) } }

    /// Decodes the JSON that the command line prints.
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
