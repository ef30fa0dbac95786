// SPDX-License-Identifier: Apache-2.0
public import Foundation
internal import Lineament

/// A failure of a camera.
public struct AVError: LocalizedError, CustomNSError, Sendable {
    /// The kind of a failure.
    public enum Code: Int, Sendable {
        case unknown = -11_800, outOfMemory = -11_801, deviceNotConnected = -11_814
        case mediaServicesWereReset = -11_819, decodeFailed = -11_821, fileFormatNotRecognized = -11_828
        case fileFailedToParse = -11_829, applicationIsNotAuthorizedToUseDevice = -11_852
    }

    /// The domain of these errors: "AVFoundationErrorDomain".
    public static var errorDomain: String { AVFoundationErrorDomain }

    /// The kind of the failure. Never `.mediaServicesWereReset`, after which a session on a phone is started again.
    public let code: Code
    /// The reason, whose description names the camera or the file and suggests a remedy.
    let reason: (any Error)?

    /// Creates an error of a kind.
    public init(_ code: Code) {
        self.code = code
        reason = nil
    }

    init(reason: any Error) {
        code = (reason as? LineamentError).map(Code.init) ?? .unknown
        self.reason = reason
    }

    /// The kind as a number.
    public var errorCode: Int { code.rawValue }

    /// A description for people.
    public var errorDescription: String? { message }

    private var message: String { reason?.localizedDescription ?? "The camera failed: \(code)." }

    /// The description, and under `NSUnderlyingErrorKey` the reason.
    public var errorUserInfo: [String: Any] {
        var userInfo: [String: Any] = [NSLocalizedDescriptionKey: message]
        if let reason { userInfo[NSUnderlyingErrorKey] = reason as NSError }
        return userInfo
    }
}

extension AVError.Code {
    fileprivate init(_ error: LineamentError) {
        switch error.code {
        case .notFound: self = .deviceNotConnected
        case .permissionDenied: self = .applicationIsNotAuthorizedToUseDevice
        case .resourceExhausted: self = .outOfMemory
        case .dataLoss: self = .fileFailedToParse
        case .unimplemented: self = .fileFormatNotRecognized
        case .internal: self = .decodeFailed
        default: self = .unknown
        }
    }
}

/// The domain of ``AVError``.
public let AVFoundationErrorDomain = "AVFoundationErrorDomain"
