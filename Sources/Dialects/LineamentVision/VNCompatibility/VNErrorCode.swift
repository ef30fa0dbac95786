// SPDX-License-Identifier: Apache-2.0
internal import Foundation

/// The domain of the errors that the `VN` classes throw.
public let VNErrorDomain = "com.apple.Vision"

/// The code of an error in ``VNErrorDomain``. The raw values are Apple's.
public enum VNErrorCode: Int, Sendable {
    case turiCoreErrorCode = -1
    case OK = 0
    case requestCancelled
    case invalidFormat
    case operationFailed
    case outOfBoundsError
    case invalidOption
    case ioError
    case missingOption
    case notImplemented
    case internalError
    case outOfMemory
    case unknownError
    case invalidOperation
    case invalidImage
    case invalidArgument
    case invalidModel
    case unsupportedRevision
    case dataUnavailable
    case timeStampNotFound
    case unsupportedRequest
    case timeout
    case unsupportedComputeStage
    case unsupportedComputeDevice
}

extension NSError {
    /// Creates the error that the older API throws. It is a real `NSError`, because `catch let error as NSError`
    /// does not catch a bridged one on Linux.
    convenience init(vision error: any Error) {
        let known = error as? VisionError ?? .internalError(error.localizedDescription)
        self.init(domain: VisionError.errorDomain, code: known.errorCode, userInfo: known.errorUserInfo)
    }
}
