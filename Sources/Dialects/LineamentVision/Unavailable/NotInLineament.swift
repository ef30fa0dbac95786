// SPDX-License-Identifier: Apache-2.0
public import Foundation

// The types that unavailable names stand for. A compiler shows their names where a program uses a member of one, so
// each of its messages says that the type is not here, not only the first. None of them can be used or run.

/// A request of Vision's older API that is not part of Lineament.
@available(*, unavailable, message: "This request is not part of Lineament.")
open class VNRequestNotInLineament: VNImageBasedRequest {
    /// Has the form of the initializers that take a model.
    public init(model: VNModelNotInLineament, completionHandler: VNRequestCompletionHandler? = nil) {
        super.init(completionHandler: completionHandler)
    }

    /// Has the form of the initializers of all requests.
    public override init(completionHandler: VNRequestCompletionHandler?) {
        super.init(completionHandler: completionHandler)
    }
}

// Sound: the class is unavailable, so it has no instances.
/// An observation of Vision's older API that is not part of Lineament.
@available(*, unavailable, message: "This observation is not part of Lineament.")
public final class VNObservationNotInLineament: VNObservation, @unchecked Sendable {}

/// A model in Apple's form, which Lineament does not run.
@available(*, unavailable, message: "Core ML models are not part of Lineament.")
public final class VNModelNotInLineament: NSObject, Sendable {
    /// Has the form of the initializers that take a model.
    public init(for model: Any) throws { super.init() }
    /// Has the form of the initializers that take a model.
    public init(model: Any) throws { super.init() }
}

/// A request of Vision's Swift API that is not part of Lineament.
@available(*, unavailable, message: "This request is not part of Lineament.")
public struct RequestNotInLineament: ImageProcessingRequest {
    /// Has the form of the revisions of all requests.
    public enum Revision: Sendable, Hashable {
        case revision1, revision2, revision3, revision4
    }

    /// Has the form of all requests.
    public var regionOfInterest = NormalizedRect.fullImage
    /// Has the form of all requests.
    public var descriptor: RequestDescriptor { preconditionFailure("This request is not part of Lineament.") }

    /// Has the form of the initializers of all requests.
    public init(_ revision: Revision? = nil) {}
    /// Has the form of the initializers that take a model.
    public init(model: VNModelNotInLineament, _ revision: Revision? = nil) {}

    /// Has the form of all requests.
    public func perform(on requestImage: RequestImage) throws -> [ObservationNotInLineament] { [] }
}

/// An observation of Vision's Swift API that is not part of Lineament.
@available(*, unavailable, message: "This observation is not part of Lineament.")
public struct ObservationNotInLineament: VisionObservation {
    /// Has the form of all observations.
    public let uuid: UUID
    /// Has the form of all observations.
    public let confidence: Float
    /// Has the form of all observations.
    public let originatingRequestDescriptor: RequestDescriptor?
    /// Has the form of all observations.
    public var description: String { "not part of Lineament" }
}
