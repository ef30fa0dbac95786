public import Foundation

/// The error that Lineament throws: a kind, a message that names the file or option and the remedy, and the
/// cause if there is one.
///
/// Bridged to `NSError` it carries MediaPipe's domain and code, so that code written for MediaPipe's iOS
/// library finds what it looks for.
///
/// ```swift
/// do {
///     let detector = try FaceDetector(modelPath: "missing.tflite")
/// } catch let error as LineamentError where error.code == .notFound {
///     print(error.message)
/// }
/// ```
public struct LineamentError: Error, Sendable {
    /// The kind of failure. New kinds may be added without breaking clients.
    public struct Code: Sendable, Hashable {
        private let value: TasksErrorCode

        /// An option, a timestamp, an image or a call does not fit.
        public static let invalidArgument = Code(value: .invalidArgumentError)
        /// A file, a bundle member or the runtime is missing.
        public static let notFound = Code(value: .notFoundError)
        /// A file exists but may not be read.
        public static let permissionDenied = Code(value: .permissionDeniedError)
        /// Something is larger than a limit allows.
        public static let resourceExhausted = Code(value: .resourceExhaustedError)
        /// The object is not in a state that allows the call, for instance closed.
        public static let failedPrecondition = Code(value: .failedPreconditionError)
        /// A kind of file or feature that is not supported.
        public static let unimplemented = Code(value: .unimplementedError)
        /// A file is cut or damaged.
        public static let dataLoss = Code(value: .dataLossError)
        /// The work was given up on request.
        public static let cancelled = Code(value: .cancelledError)
        /// The runtime failed, or Lineament has a fault.
        public static let `internal` = Code(value: .internalError)

        /// The number MediaPipe uses for this kind.
        public var tasksErrorCode: TasksErrorCode { value }
    }

    public let code: Code
    public let message: String
    public let underlyingError: (any Error)?

    public init(_ code: Code, _ message: String, underlyingError: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.underlyingError = underlyingError
    }
}

extension LineamentError: CustomStringConvertible {
    public var description: String { message }
}

extension LineamentError: LocalizedError {
    public var errorDescription: String? { message }
}

extension LineamentError: CustomNSError {
    /// MediaPipe's domain for task errors.
    public static var errorDomain: String { "com.google.mediapipe.tasks" }
    public var errorCode: Int { Int(code.tasksErrorCode.rawValue) }
    public var errorUserInfo: [String: Any] {
        var info: [String: Any] = [NSLocalizedDescriptionKey: message]
        info[NSUnderlyingErrorKey] = underlyingError
        return info
    }
}
