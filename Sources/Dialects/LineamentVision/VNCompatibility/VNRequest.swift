// SPDX-License-Identifier: Apache-2.0
public import Foundation
internal import Locking

/// A callback for a finished request, with the error if it failed.
public typealias VNRequestCompletionHandler = (VNRequest, (any Error)?) -> Void

/// The revision of a request or observation that has none.
public let VNRequestRevisionUnspecified = 0

/// A request to analyze an image, with the names of Vision's older API. Use it from one thread at a time.
///
/// These classes are equivalent to ``DetectFaceRectanglesRequest`` and its siblings. A handler performs them.
open class VNRequest: NSObject, VNResultsProviding {
    /// The callback for the end of the request.
    public let completionHandler: VNRequestCompletionHandler?
    /// The revision to use. A request with a revision that is not among ``supportedRevisions`` fails with
    /// ``VNErrorCode/unsupportedRevision``.
    public var revision: Int
    /// Has no effect.
    public var preferBackgroundProcessing = false
    /// Has no effect, because only the CPU is supported.
    public var usesCPUOnly = false
    /// The results of the last run; `nil` before the first one and after a failure.
    var lastResults: [VNObservation]?
    private let isCancelled = Locked(false)

    /// The revisions that this module implements.
    open class var supportedRevisions: IndexSet { [3] }
    /// The revision of a new request.
    open class var defaultRevision: Int { 3 }
    /// The latest revision.
    open class var currentRevision: Int { defaultRevision }

    /// Creates a request.
    public init(completionHandler: VNRequestCompletionHandler?) {
        self.completionHandler = completionHandler
        revision = Self.defaultRevision
        super.init()
    }

    /// Creates a request without a callback.
    public override convenience init() { self.init(completionHandler: nil) }

    /// Cancels the run that a handler has begun, from any thread: it fails with ``VNErrorCode/requestCancelled`` once
    /// its current step is done. Has no effect on later runs.
    public func cancel() { isCancelled.withLock { $0 = true } }

    /// Returns the observations in an image.
    /// - Throws: ``VisionError``
    func observations(in requestImage: RequestImage) throws -> [VNObservation] {
        throw VisionError.unsupportedRequest("VNRequest itself detects nothing. Use one of its subclasses.")
    }

    /// Called when a handler accepts the request, before it performs the first of its requests.
    func prepare() { isCancelled.withLock { $0 = false } }

    /// Processes an image, keeps the results and calls back.
    /// - Throws: an `NSError` in ``VNErrorDomain``
    func perform(on requestImage: RequestImage) throws {
        lastResults = nil
        do {
            guard Self.supportedRevisions.contains(revision) else {
                let supported = Self.supportedRevisions.map(String.init).joined(separator: ", ")
                throw VisionError.unsupportedRevision(
                    "\(type(of: self)) has no revision \(revision). Supported: \(supported).")
            }
            try checkCancellation()
            let observations = try observations(in: requestImage)
            try checkCancellation()
            lastResults = observations
        } catch {
            let error = NSError(vision: error)
            completionHandler?(self, error)
            throw error
        }
        completionHandler?(self, nil)
    }

    private func checkCancellation() throws {
        guard !isCancelled.withLock({ $0 }) else { throw VisionError.requestCancelled("The request was canceled.") }
    }
}

/// A type with `results`. It is a protocol because a class could not give its subclasses a `results` of another type.
public protocol VNResultsProviding {}

extension VNResultsProviding where Self: VNRequest {
    /// The results of the last run; `nil` before the first one and after a failure.
    public var results: [VNObservation]? { lastResults }
}

/// A request that can process a region of an image.
open class VNImageBasedRequest: VNRequest {
    /// The region to process, normalized to the upright image, from its lower left corner. Default: the whole image.
    public var regionOfInterest = VNNormalizedIdentityRect
}
