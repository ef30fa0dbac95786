// SPDX-License-Identifier: Apache-2.0

/// The cause of an error that no other input or option avoids: a library that is opened at run time is not installed.
package struct MissingLibrary: Error {
    /// The name of the library, such as "Cairo".
    package let name: String

    package init(_ name: String) { self.name = name }
}

extension LineamentError {
    /// The library whose absence is the cause, if that is the cause.
    package var missingLibrary: MissingLibrary? {
        underlyingError as? MissingLibrary ?? (underlyingError as? LineamentError)?.missingLibrary
    }
}
