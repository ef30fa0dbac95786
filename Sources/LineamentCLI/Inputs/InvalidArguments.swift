// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Lineament

/// The arguments of the program that are not UTF-8. Foundation replaces their invalid bytes, so that they name other
/// files, or none.
enum InvalidArguments {
    private static let all: [String] = {
        let bytes = UnsafeBufferPointer(start: CommandLine.unsafeArgv, count: Int(CommandLine.argc))
        return zip(CommandLine.arguments, bytes).compactMap { text, bytes in
            bytes.flatMap { String(validatingCString: $0) } == nil ? text : nil
        }
    }()

    /// Returns whether a value was not UTF-8 as an argument, or at the end of one, as in `--output=file`.
    static func contains(_ value: String) -> Bool {
        all.contains { $0 == value || ($0.hasPrefix("-") && value.contains("\u{FFFD}") && $0.hasSuffix(value)) }
    }
}

extension LineamentError {
    /// Returns the error for a path that Foundation cannot represent.
    static func notUTF8(_ path: String) -> LineamentError {
        LineamentError(
            .invalidArgument,
            "The name \(path) is not UTF-8, so it cannot be used. Rename it, for example with the program convmv.")
    }
}
