// SPDX-License-Identifier: Apache-2.0
extension LineamentError {
    /// The error for a file that is not there.
    /// - Parameters:
    ///   - name: The file's name as the caller wrote it.
    ///   - hint: The remedy; `nil` for the one that the name suggests.
    package static func noSuchFile(_ name: String, hint: String? = nil) -> LineamentError {
        let tilde = name.hasPrefix("~") ? "Only shells replace ~; write the home folder in full." : nil
        let words = ["\(name): no such file.", hint ?? tilde].compactMap(\.self)
        return LineamentError(.notFound, words.joined(separator: " "))
    }
}
