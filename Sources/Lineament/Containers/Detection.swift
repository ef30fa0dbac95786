public import Foundation

/// A detected face.
public struct Detection: Sendable, Hashable {
    /// What was found and how surely; one entry for a face, with index 0.
    public let categories: [ResultCategory]
    /// The box in whole pixels of the image as stored; it may reach past the right and lower edge.
    public let boundingBox: CGRect
    /// For a face: right eye, left eye, nose tip, mouth centre, right ear, left ear (the subject's sides).
    public let keypoints: [NormalizedKeypoint]?

    public init(categories: [ResultCategory], boundingBox: CGRect, keypoints: [NormalizedKeypoint]?) {
        self.categories = categories
        self.boundingBox = boundingBox
        self.keypoints = keypoints
    }
}

/// A point of a detection.
public struct NormalizedKeypoint: Sendable, Hashable {
    /// In fractions of the image as stored, from its upper left corner; not clipped.
    public let location: CGPoint
    public let label: String?
    public let score: Float

    public init(location: CGPoint, label: String?, score: Float) {
        self.location = location
        self.label = label
        self.score = score
    }
}
