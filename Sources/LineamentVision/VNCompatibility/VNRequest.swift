public import Foundation

/// Called when a request is done, with its error if it failed.
public typealias VNRequestCompletionHandler = (VNRequest, (any Error)?) -> Void

/// Something to find in images, with the names that Vision had before Swift's own. Use it from one thread at a time.
///
/// These classes say in other words what ``DetectFaceRectanglesRequest`` and its like do; a handler performs them.
public class VNRequest: VNResultsProviding {
    public let completionHandler: VNRequestCompletionHandler?
    /// Which version of the search to use. Only one is there for each request.
    public var revision: Int
    /// Has no effect.
    public var preferBackgroundProcessing = false
    /// Has no effect: there is only the CPU.
    public var usesCPUOnly = false
    /// What was found by the last perform; nil before and after a failure.
    var found: [VNObservation]?

    public class var supportedRevisions: IndexSet { [3] }
    public class var defaultRevision: Int { 3 }
    public class var currentRevision: Int { defaultRevision }

    public init(completionHandler: VNRequestCompletionHandler? = nil) {
        self.completionHandler = completionHandler
        revision = Self.defaultRevision
    }

    /// Has no effect: requests are short and their perform waits for them.
    public func cancel() {}

    /// - Throws: ``VisionError``
    func find(in picture: RequestImage) throws -> [VNObservation] {
        throw VisionError.unsupportedRequest("A bare VNRequest finds nothing; use one of its subclasses.")
    }

    /// Looks at an image, keeps what was found and calls back.
    func perform(on picture: RequestImage) throws {
        found = nil
        do {
            guard Self.supportedRevisions.contains(revision) else {
                throw VisionError.unsupportedRevision("Revision \(revision) is not there; use \(Self.defaultRevision).")
            }
            found = try find(in: picture)
            completionHandler?(self, nil)
        } catch {
            completionHandler?(self, error)
            throw error
        }
    }
}

/// Has `results`. A protocol, because a class could not give its subclasses a `results` of their own type.
public protocol VNResultsProviding {}

extension VNResultsProviding where Self: VNRequest {
    /// What was found by the last perform; nil before and after a failure.
    public var results: [VNObservation]? { found }
}

/// A request that can look at a part of an image.
public class VNImageBasedRequest: VNRequest {
    /// In fractions of the upright image, from its lower left corner. Default: all of it.
    public var regionOfInterest = VNNormalizedIdentityRect
}
