/// What went wrong between Lineament and the LiteRT runtime.
package struct LiteRTError: Error, Sendable, Hashable {
    /// The kind of failure. New kinds may be added without breaking clients.
    package struct Code: Sendable, Hashable {
        private enum Value { case libraryMissing, libraryUnusable, callFailed, modelUnusable }
        private let value: Value

        /// The runtime library was found in none of the folders searched.
        package static let libraryMissing = Code(value: .libraryMissing)
        /// A file was found but is not a LiteRT runtime of a supported version.
        package static let libraryUnusable = Code(value: .libraryUnusable)
        /// A call to the runtime returned a status other than zero.
        package static let callFailed = Code(value: .callFailed)
        /// The model's bytes or tensors are not what the caller needs.
        package static let modelUnusable = Code(value: .modelUnusable)
    }

    package let code: Code
    package let message: String
}

extension LiteRTError: CustomStringConvertible {
    package var description: String { message }
}
