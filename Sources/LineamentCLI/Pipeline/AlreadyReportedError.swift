// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Lineament

/// An error of an input whose message was already printed.
struct AlreadyReportedError: Error {
    let error: LineamentError
}

extension LineamentError {
    /// Converts any error to the `LineamentError` shown in results and messages.
    init(reporting error: any Error) {
        self =
            error as? LineamentError ?? (error as? AlreadyReportedError)?.error
            ?? LineamentError(.internal, error.localizedDescription, underlyingError: error)
    }

    /// Reads a file, whose errors begin with what `file` calls it.
    static func naming<Value>(_ file: String, _ read: () throws -> Value) throws -> Value {
        do {
            return try read()
        } catch let error as LineamentError {
            throw LineamentError(error.code, "\(file): \(error.message)")
        }
    }
}
