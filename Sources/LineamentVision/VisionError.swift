public import Foundation

/// The reason why a request failed.
public enum VisionError: Error, Sendable, Hashable {
    case outOfBoundsError(String)
    case ioError(String)
    case internalError(String)
    case outOfMemory(String)
    case invalidImage(String)
    case invalidModel(String)
    case invalidFormat(String)
    case dataUnavailable(String)
    case invalidArgument(String)
    case operationFailed(String)
    case invalidOperation(String)
    case requestCancelled(String)
    case timeStampNotFound(String)
    case unsupportedRequest(String)
    case unsupportedRevision(String)
    case unsupportedComputeStage(String)
    case unsupportedComputeDevice(String)
    case timeout(String)
    case pixelBufferCreationFailed(Int32)
}

extension VisionError: LocalizedError {
    /// The message, in one or two sentences.
    public var errorDescription: String? {
        switch self {
        case .outOfBoundsError(let text), .ioError(let text), .internalError(let text), .outOfMemory(let text),
            .invalidImage(let text), .invalidModel(let text), .invalidFormat(let text), .dataUnavailable(let text),
            .invalidArgument(let text), .operationFailed(let text), .invalidOperation(let text),
            .requestCancelled(let text), .timeStampNotFound(let text), .unsupportedRequest(let text),
            .unsupportedRevision(let text), .unsupportedComputeStage(let text), .unsupportedComputeDevice(let text),
            .timeout(let text):
            text
        case .pixelBufferCreationFailed(let status): "A pixel buffer could not be created (status \(status))."
        }
    }
}
