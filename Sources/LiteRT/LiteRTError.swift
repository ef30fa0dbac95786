// SPDX-License-Identifier: Apache-2.0

/// An error in the communication with the LiteRT runtime.
package struct LiteRTError: Error, Sendable, Hashable {
    /// The kind of failure. New codes may be added without breaking clients.
    package struct Code: Sendable, Hashable {
        private enum Value { case libraryMissing, libraryUnusable, callFailed, modelUnusable, gpuUnusable }
        private let value: Value

        /// The runtime library is in none of the searched folders.
        package static let libraryMissing = Code(value: .libraryMissing)
        /// A file was found but is not a LiteRT runtime of a supported version.
        package static let libraryUnusable = Code(value: .libraryUnusable)
        /// A call of the runtime returned a status other than zero.
        package static let callFailed = Code(value: .callFailed)
        /// The model's bytes or tensors do not meet the caller's requirements.
        package static let modelUnusable = Code(value: .modelUnusable)
        /// There is no GPU that models can run on, or it does not run a model correctly.
        package static let gpuUnusable = Code(value: .gpuUnusable)
    }

    /// The kind of failure.
    package let code: Code
    /// A description for people.
    package let message: String
    /// Whether the same call may succeed later, when others have given back what they hold.
    package var isTemporary = false
}

extension LiteRTError: CustomStringConvertible {
    /// The ``message``.
    package var description: String { message }
}
