public import Foundation

#if canImport(CoreMedia)
    public import CoreMedia
#endif

/// Something that a request found.
public protocol VisionObservation: CustomStringConvertible, Hashable, Sendable {
    /// New for every find.
    var uuid: UUID { get }
    /// 0 to 1.
    var confidence: Float { get }
    /// Always nil: requests look at single images.
    var timeRange: CMTimeRange? { get }
    var originatingRequestDescriptor: RequestDescriptor? { get }
}

extension VisionObservation {
    public var timeRange: CMTimeRange? { nil }
}

/// Something that has a box.
public protocol BoundingBoxProviding {
    /// In fractions of the upright image, from the lower left corner.
    var boundingBox: NormalizedRect { get }
}
