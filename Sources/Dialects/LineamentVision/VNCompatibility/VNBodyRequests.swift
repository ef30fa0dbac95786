// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// The revision of ``VNDetectHumanBodyPoseRequest``.
public let VNDetectHumanBodyPoseRequestRevision1 = 1
/// A revision of ``VNDetectHumanRectanglesRequest`` that detects upper bodies.
public let VNDetectHumanRectanglesRequestRevision1 = 1
/// A revision of ``VNDetectHumanRectanglesRequest`` that detects upper bodies or whole bodies.
public let VNDetectHumanRectanglesRequestRevision2 = 2

/// A request that detects people and 19 joints of each; see ``DetectHumanBodyPoseRequest``.
///
/// ```swift
/// let request = VNDetectHumanBodyPoseRequest()
/// try VNImageRequestHandler(url: url).perform([request])
/// for person in request.results ?? [] {
///     let wrist = try person.recognizedPoint(.leftWrist)
///     print(wrist.location, wrist.confidence)
/// }
/// ```
open class VNDetectHumanBodyPoseRequest: VNImageBasedRequest {
    /// The results of the last run; `nil` before the first one and after a failure.
    public var results: [VNHumanBodyPoseObservation]? { lastResults as? [VNHumanBodyPoseObservation] }

    /// The revisions that this module implements.
    open override class var supportedRevisions: IndexSet { [1] }
    /// The revision of a new request.
    open override class var defaultRevision: Int { 1 }

    /// Returns the names of the joints that a revision detects.
    /// - Throws: an `NSError` with ``VNErrorCode/unsupportedRevision``
    open class func supportedJointNames(
        forRevision revision: Int
    ) throws -> [VNHumanBodyPoseObservation.JointName] {
        try check(revision)
        return HumanBodyPoseObservation.JointName.allCases.map(VNHumanBodyPoseObservation.JointName.init)
    }

    /// Returns the names of the groups of joints that a revision detects.
    /// - Throws: an `NSError` with ``VNErrorCode/unsupportedRevision``
    open class func supportedJointsGroupNames(
        forRevision revision: Int
    ) throws -> [VNHumanBodyPoseObservation.JointsGroupName] {
        try check(revision)
        let groups = HumanBodyPoseObservation.JointsGroupName.allCases
        return groups.map(VNHumanBodyPoseObservation.JointsGroupName.init) + [.all]
    }

    /// The names of the joints that the request detects. Throws an `NSError` with ``VNErrorCode/unsupportedRevision``.
    public var supportedJointNames: [VNHumanBodyPoseObservation.JointName] {
        get throws { try Self.supportedJointNames(forRevision: revision) }
    }

    /// The names of the groups of joints that the request detects. Throws an `NSError` with
    /// ``VNErrorCode/unsupportedRevision``.
    public var supportedJointsGroupNames: [VNHumanBodyPoseObservation.JointsGroupName] {
        get throws { try Self.supportedJointsGroupNames(forRevision: revision) }
    }

    private class func check(_ revision: Int) throws {
        guard supportedRevisions.contains(revision) else {
            throw NSError(
                vision: VisionError.unsupportedRevision(
                    "Revision \(revision) is not supported; use \(defaultRevision)."))
        }
    }

    override func observations(in requestImage: RequestImage) throws -> [VNObservation] {
        var request = DetectHumanBodyPoseRequest()
        request.regionOfInterest = NormalizedRect(normalizedRect: regionOfInterest)
        return try request.perform(on: requestImage).map(VNHumanBodyPoseObservation.init)
    }
}

/// A request that detects people, each with a bounding box; see ``DetectHumanRectanglesRequest``.
open class VNDetectHumanRectanglesRequest: VNImageBasedRequest {
    /// Whether boxes contain only head and trunk. Default: true. Revision 1 supports nothing else.
    public var upperBodyOnly = true

    /// The results of the last run; `nil` before the first one and after a failure.
    public var results: [VNHumanObservation]? { lastResults as? [VNHumanObservation] }

    /// The revisions that this module implements.
    open override class var supportedRevisions: IndexSet { [1, 2] }
    /// The revision of a new request.
    open override class var defaultRevision: Int { 2 }

    override func observations(in requestImage: RequestImage) throws -> [VNObservation] {
        var request = DetectHumanRectanglesRequest()
        request.regionOfInterest = NormalizedRect(normalizedRect: regionOfInterest)
        request.upperBodyOnly = upperBodyOnly || revision == VNDetectHumanRectanglesRequestRevision1
        return try request.perform(on: requestImage).map(VNHumanObservation.init)
    }
}
