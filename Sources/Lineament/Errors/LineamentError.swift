// SPDX-License-Identifier: Apache-2.0
public import Foundation
internal import LiteRT

/// An error thrown by Lineament: a code, a message that names the file or option, a remedy and the underlying error,
/// if any.
///
/// Bridged to `NSError`, it carries MediaPipe's domain and code, and where MediaPipe has an error its message to the
/// letter, so error handling written for MediaPipe's iOS library keeps working. What Lineament adds to such a message
/// is its ``recoverySuggestion``.
///
/// ```swift
/// do {
///     let detector = try FaceDetector(modelPath: "missing.tflite")
/// } catch let error as LineamentError where error.code == .notFound {
///     print(error)
/// }
/// ```
public struct LineamentError: Error, Sendable {
    /// The kind of failure. New codes may be added without breaking clients.
    public struct Code: Sendable, Hashable {
        private let value: TasksErrorCode

        /// An option, timestamp, image or call is invalid.
        public static let invalidArgument = Code(value: .invalidArgumentError)
        /// A file, a bundle member or the runtime library is missing.
        public static let notFound = Code(value: .notFoundError)
        /// A file exists but must not or cannot be read.
        public static let permissionDenied = Code(value: .permissionDeniedError)
        /// An input exceeds a size limit.
        public static let resourceExhausted = Code(value: .resourceExhaustedError)
        /// The object is in a state that does not allow the call; for example, it has been closed.
        public static let failedPrecondition = Code(value: .failedPreconditionError)
        /// A position is outside an image or a list.
        public static let outOfRange = Code(value: .outOfRangeError)
        /// A file type or feature is not supported.
        public static let unimplemented = Code(value: .unimplementedError)
        /// A file is truncated or corrupt.
        public static let dataLoss = Code(value: .dataLossError)
        /// The operation took longer than its time limit.
        public static let deadlineExceeded = Code(value: .deadlineExceededError)
        /// A server cannot be reached.
        public static let unavailable = Code(value: .unavailableError)
        /// The operation was canceled.
        public static let cancelled = Code(value: .cancelledError)
        /// The runtime failed, or Lineament has a bug.
        public static let `internal` = Code(value: .internalError)

        /// The number that MediaPipe uses for this kind of failure.
        public var tasksErrorCode: TasksErrorCode { value }
    }

    /// The kind of failure.
    public let code: Code
    /// The problem, with the name of the file or option concerned. It may suggest a remedy, unless MediaPipe has the
    /// same message: then the remedy is the ``recoverySuggestion``.
    public let message: String
    /// The values at fault and the remedy, which MediaPipe's message leaves out. `nil` if the ``message`` is complete.
    public let recoverySuggestion: String?
    /// The error that caused this one; `nil` if there is none.
    public let underlyingError: (any Error)?

    /// Creates an error from its code and message.
    public init(
        _ code: Code, _ message: String, recoverySuggestion: String? = nil, underlyingError: (any Error)? = nil
    ) {
        self.code = code
        self.message = message
        self.recoverySuggestion = recoverySuggestion
        self.underlyingError = underlyingError
    }
}

extension LineamentError: CustomStringConvertible {
    /// The ``message`` and, on a line of its own, the ``recoverySuggestion``.
    public var description: String { [message, recoverySuggestion].compactMap { $0 }.joined(separator: "\n") }
}

extension LineamentError {
    /// The ``message`` and the ``recoverySuggestion`` on one line, for logs, tables and JSON.
    package var summary: String {
        guard let recoverySuggestion else { return message }
        return message + (message.hasSuffix(".") ? " " : ". ") + recoverySuggestion
    }
}

extension LineamentError: LocalizedError {
    /// The ``message``, for `localizedDescription`.
    public var errorDescription: String? { message }
}

extension LineamentError: CustomNSError {
    /// The `NSError` domain of MediaPipe's task errors.
    public static var errorDomain: String { "com.google.mediapipe.tasks" }
    /// The `NSError` code: the raw value of ``Code/tasksErrorCode``.
    public var errorCode: Int { Int(code.tasksErrorCode.rawValue) }
    /// The `NSError` user info: the message, the recovery suggestion and the underlying error.
    public var errorUserInfo: [String: Any] {
        var info: [String: Any] = [NSLocalizedDescriptionKey: message]
        info[NSLocalizedRecoverySuggestionErrorKey] = recoverySuggestion
        info[NSUnderlyingErrorKey] = underlyingError
        return info
    }
}

extension LineamentError {
    /// Returns the error for a truncated or corrupt file, with code `dataLoss`.
    /// - Parameters:
    ///   - name: The file's name, which starts the message.
    ///   - reason: The problem with the file, as a clause without a trailing period.
    package static func damaged(_ name: String, _ reason: String) -> LineamentError {
        LineamentError(.dataLoss, "\(name) is damaged: \(reason).")
    }
}

/// The boundary between the runtime layer and the public API: no ``LiteRTError`` leaves this module unmapped.
extension LineamentError {
    /// Maps an error of the runtime layer to the closest public code and keeps it as ``underlyingError``.
    init(_ error: LiteRTError) {
        switch error.code {
        case .libraryMissing, .libraryUnusable: self.init(.notFound, error.message, underlyingError: error)
        case .modelUnusable:
            self.init(
                .invalidArgument, "The model is not a valid Flatbuffer buffer", recoverySuggestion: error.message,
                underlyingError: error)
        default: self.init(.internal, error.message, underlyingError: error)
        }
    }
}

/// Returns the result of `body`, rethrowing errors of the runtime layer as ``LineamentError``.
func mappingRuntimeErrors<Result>(_ body: () throws -> Result) throws -> Result {
    do {
        return try body()
    } catch let error as LiteRTError {
        throw LineamentError(error)
    }
}

/// The `NSError.code` values of MediaPipe's task errors.
///
/// The cases and raw values are those of `MPPTasksErrorCode`; Lineament itself throws only those that
/// ``LineamentError/Code`` lists.
public enum TasksErrorCode: UInt, Sendable, CaseIterable {
    case cancelledError = 1
    case unknownError = 2
    case invalidArgumentError = 3
    case deadlineExceededError = 4
    case notFoundError = 5
    case alreadyExistsError = 6
    case permissionDeniedError = 7
    case resourceExhaustedError = 8
    case failedPreconditionError = 9
    case abortedError = 10
    case outOfRangeError = 11
    case unimplementedError = 12
    case internalError = 13
    case unavailableError = 14
    case dataLossError = 15
    case unauthenticatedError = 16
    case audioRecordPermissionDeniedError = 17
    case audioRecordPermissionUndeterminedError = 18
    case audioRecordWaitingForNewMicInputError = 19
    case audioRecordNotTappingMicError = 20

    /// The lowest code.
    public static let first = TasksErrorCode.cancelledError
    /// The highest code.
    public static let last = TasksErrorCode.audioRecordNotTappingMicError
}
