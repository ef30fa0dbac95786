/// What went wrong between Lineament and the LiteRT runtime.
public struct LiteRTError: Error, Sendable, Hashable {
    /// The kind of failure. New kinds may be added without breaking clients.
    public struct Code: Sendable, Hashable {
        private enum Value { case libraryMissing, libraryUnusable, callFailed, modelUnusable }
        private let value: Value

        /// The runtime library was found in none of the folders searched.
        public static let libraryMissing = Code(value: .libraryMissing)
        /// A file was found but is not a LiteRT runtime of a supported version.
        public static let libraryUnusable = Code(value: .libraryUnusable)
        /// A call to the runtime returned a status other than zero.
        public static let callFailed = Code(value: .callFailed)
        /// The model's bytes or tensors are not what the caller needs.
        public static let modelUnusable = Code(value: .modelUnusable)
    }

    public let code: Code
    public let message: String
}

extension LiteRTError: CustomStringConvertible {
    public var description: String { message }
}
