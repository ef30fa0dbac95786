// SPDX-License-Identifier: Apache-2.0
internal import CLineamentCairo
internal import Lineament

/// The Cairo library, opened on first use.
package enum Cairo {
    /// Opens Cairo, if it is not open.
    /// - Throws: `LineamentError` with code `failedPrecondition` if it is not installed.
    package static func open() throws { _ = try library() }

    /// Opens Cairo and returns its functions. A failure is not cached, so that a program need not be restarted after the
    /// library is installed.
    static func library() throws -> LineamentCairo {
        var missing: UnsafePointer<CChar>?
        if let functions = lineament_cairo_open(&missing) { return functions.pointee }
        let name = missing.map { String(cString: $0) } ?? "one of its functions"
        throw LineamentError(
            .failedPrecondition, "Drawing needs Cairo, but \(name) is missing.",
            recoverySuggestion:
                "Debian, Ubuntu: apt-get install libcairo2. Fedora: dnf install cairo. Arch: pacman -S cairo.",
            underlyingError: MissingLibrary("Cairo"))
    }
}
