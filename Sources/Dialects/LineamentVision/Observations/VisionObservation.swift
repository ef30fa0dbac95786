// SPDX-License-Identifier: Apache-2.0
public import Foundation

#if STAND_INS
    public import LineamentAppleTypes
#elseif canImport(CoreMedia)
    public import CoreMedia
#endif

/// The result of a request.
public protocol VisionObservation: CustomStringConvertible, Hashable, Sendable {
    /// The unique identifier of the observation.
    var uuid: UUID { get }
    /// The confidence, 0 to 1.
    var confidence: Float { get }
    /// Always `nil`, because requests process single images.
    var timeRange: CMTimeRange? { get }
    /// The request that produced the observation; `nil` if the caller created it.
    var originatingRequestDescriptor: RequestDescriptor? { get }
}

extension VisionObservation {
    /// Always `nil`, because requests process single images.
    public var timeRange: CMTimeRange? { nil }
}

/// An observation with a bounding box.
public protocol BoundingBoxProviding {
    /// The bounding box, normalized to the upright image, from the lower left corner.
    var boundingBox: NormalizedRect { get }
}
