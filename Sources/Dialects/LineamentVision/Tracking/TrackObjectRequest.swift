// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Locking

#if STAND_INS
    public import LineamentAppleTypes
#elseif canImport(CoreMedia)
    public import CoreMedia
#endif

/// A request that builds its results from a sequence of images.
public protocol StatefulRequest: VisionRequest {
    /// The number of images that must be processed before there is a result.
    var minimumLatencyFrameCount: Int { get }
    /// The shortest time between two images that are processed.
    var frameAnalysisSpacing: CMTime { get }
}

/// A request that follows a face or a person through a sequence of images.
///
/// Perform it on one image after another, and wait for each result: images that are processed at the same time have no
/// order. The object is detected again near its last place, and its observation keeps its identifier. While the object
/// cannot be seen, its box stays and its confidence falls: below 0.3 after two images.
///
/// ```swift
/// guard let face = try await DetectFaceRectanglesRequest().perform(on: frames[0]).first else { return }
/// let request = TrackObjectRequest(detectedObject: face)
/// for frame in frames.dropFirst() {
///     if let object = try await request.perform(on: frame), object.confidence >= 0.3 { print(object.boundingBox) }
/// }
/// ```
///
/// Apple's request follows any object. This one follows a box that overlaps a face or a person in the first image;
/// performing it with another box throws ``VisionError/invalidArgument(_:)``.
public final class TrackObjectRequest: ImageProcessingRequest, StatefulRequest {
    /// The revision of the request.
    public enum Revision: Int, Sendable, Hashable, Codable, Comparable {
        case revision2 = 2

        /// Returns whether the left revision is the older one.
        public static func < (left: Revision, right: Revision) -> Bool { left.rawValue < right.rawValue }
    }

    /// The revisions that this module implements.
    public static let supportedRevisions: [Revision] = [.revision2]

    /// The revision to use.
    public let revision: Revision
    /// The object to follow, as given to the initializer.
    public let inputObservation: any BoundingBoxProviding & VisionObservation
    /// The spacing given to the initializer. It has no effect: every image is processed.
    public let frameAnalysisSpacing: CMTime

    private let region = Locked(NormalizedRect.fullImage)
    private let tracks = TrackStore()

    /// Creates a request that follows an object; `nil` selects the current revision.
    public init(
        detectedObject: any BoundingBoxProviding & VisionObservation, _ revision: Revision? = nil,
        frameAnalysisSpacing: CMTime? = nil
    ) {
        inputObservation = detectedObject
        self.revision = revision ?? .revision2
        self.frameAnalysisSpacing = frameAnalysisSpacing ?? .zero
    }

    /// 1, because the first image already has a result.
    public var minimumLatencyFrameCount: Int { 1 }

    /// The region of the upright image to process: an object that has left it is lost. Default: the whole image.
    public var regionOfInterest: NormalizedRect {
        get { region.withLock { $0 } }
        set { region.withLock { $0 = newValue } }
    }

    /// The request's kind and revision.
    public var descriptor: RequestDescriptor { .trackObjectRequest(revision) }

    /// Follows the object into the next image.
    public func perform(on requestImage: RequestImage) throws -> DetectedObjectObservation? {
        let object = TrackedObject(inputObservation)
        let track = try requestImage.follow(object, in: regionOfInterest, with: tracks)
        return DetectedObjectObservation(
            uuid: object.uuid, boundingBox: NormalizedRect(normalizedRect: track.shownBox),
            confidence: track.confidence, descriptor: descriptor)
    }

    /// Returns whether both are the same request.
    public static func == (left: TrackObjectRequest, right: TrackObjectRequest) -> Bool { left === right }
    /// Hashes the identity of the request.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
