// SPDX-License-Identifier: Apache-2.0
internal import ArgumentParser
internal import Lineament

extension ValidationError {
    /// Runs checks of the library, whose errors are those of the arguments.
    /// - Throws: `ValidationError` with the message of a `LineamentError`; what else `check` throws.
    static func translating<Value>(_ check: () throws -> Value) throws -> Value {
        do {
            return try check()
        } catch let error as LineamentError {
            throw ValidationError(error.message)
        }
    }
}
