// SPDX-License-Identifier: Apache-2.0
public import Foundation
internal import Lineament

/// A person whose body a redaction covers by its mask.
public struct RedactedPerson: Sendable, Hashable {
    /// A reason to check a person.
    public enum Doubt: String, Sendable, CaseIterable {
        /// The landmarks are weak, so the mask may be wrong.
        case weak
        /// The head or a shoulder is beyond the image's left, right or upper edge, so the mask may be incomplete.
        case cut
    }

    /// The box around the person, in pixels, as far as it is in the image.
    public var rect: CGRect
    /// The mean visibility of the landmarks that are in the image, 0 to 1.
    public var score: Float
    /// The person's track; `nil` in single images.
    public var trackID: Int?
    /// The reason to check the person; `nil` for none.
    public var doubt: Doubt?
    /// The box of the face by the landmarks of the body, in pixels; `nil` if its middle is outside of the image.
    var face: CGRect?

    /// The score below which a person is weak, and worth a look.
    public static let weakScore: Float = 0.5

    /// Creates a person from its parts.
    public init(rect: CGRect, score: Float, trackID: Int? = nil, doubt: Doubt? = nil) {
        (self.rect, self.score, self.trackID, self.doubt) = (rect, score, trackID, doubt)
    }
}

extension RedactedPerson {
    /// The landmarks that belong to the head and the trunk: the face, the shoulders and the hips.
    private static let head = 0...10
    private static let shoulders = 11...12

    /// Creates the person that a mask covers; `nil` if nothing of it is in the image.
    /// - Parameters:
    ///   - pose: The person.
    ///   - size: The size of the image, in pixels.
    init?(_ pose: PoseLandmarkerResult.Pose, in size: CGSize) {
        guard let box = pose.silhouetteBox(in: size) else { return nil }
        let landmarks = pose.landmarks.filter { (0...1).contains($0.x) && (0...1).contains($0.y) }
        let visibility = landmarks.reduce(Float(0)) { $0 + ($1.visibilityValue ?? 0) }
        let score = landmarks.isEmpty ? 0 : visibility / Float(landmarks.count)
        let nose = pose.landmarks[Self.head.lowerBound]
        let isCut = ([nose] + Self.shoulders.map { pose.landmarks[$0] }).contains { point in
            !(0...1).contains(point.x) || !(point.y >= 0)
        }
        let doubt: Doubt? = score < Self.weakScore ? .weak : isCut ? .cut : nil
        self.init(rect: box, score: score, trackID: pose.trackID, doubt: doubt)
        face = Self.face(pose, in: size)
    }

    /// Returns a square around the eyes, ears and mouth, in pixels, with half the distance from the eyes to the mouth above
    /// and below for the forehead and the chin; `nil` if its middle is outside of the image.
    private static func face(_ pose: PoseLandmarkerResult.Pose, in size: CGSize) -> CGRect? {
        let points = pose.landmarks[head].map { CGPoint(x: Double($0.x) * size.width, y: Double($0.y) * size.height) }
        guard let first = points.first, points.allSatisfy({ $0.x.isFinite && $0.y.isFinite }) else { return nil }
        let extent = points.reduce(CGRect(origin: first, size: .zero)) {
            $0.union(CGRect(origin: $1, size: .zero))
        }
        let side = max(extent.width, 2 * extent.height)
        guard CGRect(origin: .zero, size: size).contains(CGPoint(x: extent.midX, y: extent.midY)) else { return nil }
        return CGRect(x: extent.midX - side / 2, y: extent.midY - side / 2, width: side, height: side)
    }
}

extension [RedactedPerson] {
    /// Returns the areas of the heads that are not in others.
    func heads(beside areas: [RedactedArea]) -> [RedactedArea] {
        compactMap { person in
            guard let face = person.face,
                !areas.contains(where: { $0.rect.contains(CGPoint(x: face.midX, y: face.midY)) })
            else { return nil }
            return RedactedArea(face: face, extent: .heads, score: person.score, cause: .body)
        }
    }
}
