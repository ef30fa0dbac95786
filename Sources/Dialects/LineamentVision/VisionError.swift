// SPDX-License-Identifier: Apache-2.0
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

extension VisionError: CustomNSError {
    /// The domain of the bridged `NSError`, ``VNErrorDomain``.
    public static var errorDomain: String { VNErrorDomain }
    /// The code of the bridged `NSError`, a raw value of ``VNErrorCode``.
    public var errorCode: Int { code.rawValue }
    /// The user info of the bridged `NSError`: the message.
    public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: errorDescription ?? "\(self)"] }

    private var code: VNErrorCode {
        switch self {
        case .outOfBoundsError: .outOfBoundsError
        case .ioError: .ioError
        case .internalError: .internalError
        case .outOfMemory: .outOfMemory
        case .invalidImage: .invalidImage
        case .invalidModel: .invalidModel
        case .invalidFormat: .invalidFormat
        case .dataUnavailable: .dataUnavailable
        case .invalidArgument: .invalidArgument
        case .operationFailed, .pixelBufferCreationFailed: .operationFailed
        case .invalidOperation: .invalidOperation
        case .requestCancelled: .requestCancelled
        case .timeStampNotFound: .timeStampNotFound
        case .unsupportedRequest: .unsupportedRequest
        case .unsupportedRevision: .unsupportedRevision
        case .unsupportedComputeStage: .unsupportedComputeStage
        case .unsupportedComputeDevice: .unsupportedComputeDevice
        case .timeout: .timeout
        }
    }
}
