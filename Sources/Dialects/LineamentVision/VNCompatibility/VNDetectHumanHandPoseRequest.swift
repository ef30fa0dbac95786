// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// The revision of ``VNDetectHumanHandPoseRequest``.
public let VNDetectHumanHandPoseRequestRevision1 = 1

/// A request that detects hands and 21 joints of each; see ``DetectHumanHandPoseRequest``.
///
/// ```swift
/// let request = VNDetectHumanHandPoseRequest()
/// try VNImageRequestHandler(url: url).perform([request])
/// for hand in request.results ?? [] {
///     let tip = try hand.recognizedPoint(.indexTip)
///     print(hand.chirality, tip.location, tip.confidence)
/// }
/// ```
open class VNDetectHumanHandPoseRequest: VNImageBasedRequest {
    /// The maximum number of hands. Default: 2.
    public var maximumHandCount = 2

    /// The results of the last run; `nil` before the first one and after a failure.
    public var results: [VNHumanHandPoseObservation]? { lastResults as? [VNHumanHandPoseObservation] }

    /// The revisions that this module implements.
    open override class var supportedRevisions: IndexSet { [1] }
    /// The revision of a new request.
    open override class var defaultRevision: Int { 1 }

    /// Returns the names of the joints that a revision detects.
    /// - Throws: an `NSError` with ``VNErrorCode/unsupportedRevision``
    open class func supportedJointNames(
        forRevision revision: Int
    ) throws -> [VNHumanHandPoseObservation.JointName] {
        try check(revision)
        return HumanHandPoseObservation.JointName.allCases.map(VNHumanHandPoseObservation.JointName.init)
    }

    /// Returns the names of the groups of joints that a revision detects.
    /// - Throws: an `NSError` with ``VNErrorCode/unsupportedRevision``
    open class func supportedJointsGroupNames(
        forRevision revision: Int
    ) throws -> [VNHumanHandPoseObservation.JointsGroupName] {
        try check(revision)
        let groups = HumanHandPoseObservation.JointsGroupName.allCases
        return groups.map(VNHumanHandPoseObservation.JointsGroupName.init) + [.all]
    }

    /// The names of the joints that the request detects. Throws an `NSError` with ``VNErrorCode/unsupportedRevision``.
    public var supportedJointNames: [VNHumanHandPoseObservation.JointName] {
        get throws { try Self.supportedJointNames(forRevision: revision) }
    }

    /// The names of the groups of joints that the request detects. Throws an `NSError` with
    /// ``VNErrorCode/unsupportedRevision``.
    public var supportedJointsGroupNames: [VNHumanHandPoseObservation.JointsGroupName] {
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
        var request = DetectHumanHandPoseRequest()
        request.maximumHandCount = maximumHandCount
        request.regionOfInterest = NormalizedRect(normalizedRect: regionOfInterest)
        return try request.perform(on: requestImage).map(VNHumanHandPoseObservation.init)
    }
}
