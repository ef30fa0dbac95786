public import Foundation

/// A callback for a finished request, with the error if it failed.
public typealias VNRequestCompletionHandler = (VNRequest, (any Error)?) -> Void

/// A request to analyze an image, with the names of Vision's older API. Use it from one thread at a time.
///
/// These classes are equivalent to ``DetectFaceRectanglesRequest`` and its siblings. A handler performs them.
public class VNRequest: VNResultsProviding {
    /// The callback for the end of the request.
    public let completionHandler: VNRequestCompletionHandler?
    /// The revision to use. Each request has only one.
    public var revision: Int
    /// Has no effect.
    public var preferBackgroundProcessing = false
    /// Has no effect, because only the CPU is supported.
    public var usesCPUOnly = false
    /// The results of the last run; nil before the first one and after a failure.
    var found: [VNObservation]?

    /// The revisions that this module implements.
    public class var supportedRevisions: IndexSet { [3] }
    /// The revision of a new request.
    public class var defaultRevision: Int { 3 }
    /// The latest revision.
    public class var currentRevision: Int { defaultRevision }

    /// Creates a request.
    public init(completionHandler: VNRequestCompletionHandler? = nil) {
        self.completionHandler = completionHandler
        revision = Self.defaultRevision
    }

    /// Has no effect, because requests are short and the handler waits for them.
    public func cancel() {}

    /// Returns the observations in an image.
    /// - Throws: ``VisionError``
    func find(in requestImage: RequestImage) throws -> [VNObservation] {
        throw VisionError.unsupportedRequest("VNRequest itself detects nothing. Use one of its subclasses.")
    }

    /// Processes an image, keeps the results and calls back.
    func perform(on requestImage: RequestImage) throws {
        found = nil
        do {
            guard Self.supportedRevisions.contains(revision) else {
                throw VisionError.unsupportedRevision(
                    "Revision \(revision) is not supported; use \(Self.defaultRevision).")
            }
            found = try find(in: requestImage)
            completionHandler?(self, nil)
        } catch {
            completionHandler?(self, error)
            throw error
        }
    }
}

/// A type with `results`. It is a protocol because a class could not give its subclasses a `results` of another type.
public protocol VNResultsProviding {}

extension VNResultsProviding where Self: VNRequest {
    /// The results of the last run; nil before the first one and after a failure.
    public var results: [VNObservation]? { found }
}

/// A request that can process a region of an image.
public class VNImageBasedRequest: VNRequest {
    /// The region to process, normalized to the upright image, from its lower left corner. Default: the whole image.
    public var regionOfInterest = VNNormalizedIdentityRect
}
