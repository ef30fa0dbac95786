// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// A revision of ``VNTrackObjectRequest``; both give the same results.
public let VNTrackObjectRequestRevision1 = 1
/// A revision of ``VNTrackObjectRequest``; both give the same results.
public let VNTrackObjectRequestRevision2 = 2

/// Whether a tracking request prefers precision or speed.
public enum VNRequestTrackingLevel: UInt, Sendable {
    case accurate = 0
    case fast = 1
}

/// The superclass of requests that follow an object through a sequence of images.
open class VNTrackingRequest: VNImageBasedRequest {
    /// The object to follow. Set it to the latest result or leave it alone: the object is recognized by its identifier.
    /// An observation with another identifier starts anew.
    public var inputObservation: VNDetectedObjectObservation
    /// Has no effect: there is one method, which is both.
    public var trackingLevel = VNRequestTrackingLevel.fast
    /// Whether the next image is the last one, after which the object is forgotten. Default: false.
    public var isLastFrame = false

    init(observation: VNDetectedObjectObservation, completionHandler: VNRequestCompletionHandler?) {
        inputObservation = observation
        super.init(completionHandler: completionHandler)
    }

    /// Returns the number of objects that can be followed in one sequence. There is never an error.
    public func supportedNumber(ofTrackersAndReturnError error: UnsafeMutablePointer<NSError?>?) -> Int {
        TrackStore.limit
    }
}

/// A request that follows a face or a person through a sequence of images.
///
/// One ``VNSequenceRequestHandler`` performs it on one image after another; it may be a new request for each image. The
/// object is detected again near its last place, and its observation keeps its identifier. While the object cannot be
/// seen, its box stays and its confidence falls: below 0.3 after two images.
///
/// ```swift
/// let handler = VNSequenceRequestHandler()
/// let request = VNTrackObjectRequest(detectedObjectObservation: face)
/// for frame in frames {
///     try handler.perform([request], on: frame)
///     guard let object = request.results?.first, object.confidence >= 0.3 else { break }
///     request.inputObservation = object
/// }
/// ```
///
/// Apple's request follows any object. This one follows a box that overlaps a face or a person in the first image; with
/// another box it fails with ``VNErrorCode/invalidArgument``.
open class VNTrackObjectRequest: VNTrackingRequest {
    /// The object in the last image; `nil` before the first one and after a failure.
    public var results: [VNDetectedObjectObservation]? { lastResults as? [VNDetectedObjectObservation] }

    /// The revisions that this module implements.
    open override class var supportedRevisions: IndexSet { [1, 2] }
    /// The revision of a new request.
    open override class var defaultRevision: Int { 2 }

    /// Creates a request that follows an object.
    public convenience init(detectedObjectObservation observation: VNDetectedObjectObservation) {
        self.init(detectedObjectObservation: observation, completionHandler: nil)
    }

    /// Creates a request that follows an object and calls back after each image.
    public init(
        detectedObjectObservation observation: VNDetectedObjectObservation,
        completionHandler: VNRequestCompletionHandler? = nil
    ) {
        super.init(observation: observation, completionHandler: completionHandler)
    }

    override func observations(in requestImage: RequestImage) throws -> [VNObservation] {
        let object = TrackedObject(inputObservation)
        let track = try requestImage.follow(
            object, in: NormalizedRect(normalizedRect: regionOfInterest), with: requestImage.tracks,
            isLast: isLastFrame)
        return [
            VNDetectedObjectObservation(
                uuid: object.uuid, confidence: track.confidence, boundingBox: track.shownBox)
        ]
    }
}
