// SPDX-License-Identifier: Apache-2.0
internal import LiteRT

/// A `.task` bundle of models: a ZIP archive whose members are stored uncompressed.
///
/// Only the features that bundles use are accepted. Everything that a hostile or corrupt archive may declare, such as
/// positions, sizes and names, is checked before it is used.
struct ModelBundle: Sendable {
    /// The name of the bundle in error messages.
    let name: String
    private let bytes: ModelBytes
    private let isTrusted: Bool
    private let ranges: [String: Range<Int>]
    /// The remedy if a member is missing.
    private let advice: String

    /// The names of all members, sorted.
    var memberNames: [String] { ranges.keys.sorted() }

    /// Reads the archive's directory.
    /// - Throws: ``LineamentError`` if it is corrupt or uses an unsupported feature.
    init(bytes: ModelBytes, name: String, isTrusted: Bool = false) throws {
        self.name = name
        self.isTrusted = isTrusted
        self.bytes = bytes
        advice = "\(name) is a bundle for another task. Check modelAssetPath."
        ranges = try ZipDirectory(bytes: bytes, name: name).memberRanges()
    }

    /// Creates a bundle without members.
    /// - Parameters:
    ///   - advice: The remedy, as a sentence.
    ///   - bytes: The file.
    ///   - name: The name of the file in error messages.
    init(emptyBecause advice: String, bytes: ModelBytes, name: String) {
        self.name = name
        self.bytes = bytes
        self.advice = advice
        isTrusted = false
        ranges = [:]
    }

    /// Returns the bytes of a member; `nil` if there is no member of that name.
    subscript(member: String) -> ModelBytes? { ranges[member].map { bytes[$0] } }

    /// Returns the bytes of a member.
    /// - Throws: ``LineamentError`` with code `notFound` if there is no member of that name.
    func required(_ member: String) throws -> ModelBytes {
        guard let found = self[member] else {
            throw LineamentError(
                .notFound,
                "No file with name: \(member). All files in the model asset bundle are: "
                    + "\(memberNames.joined(separator: ", ")).",
                recoverySuggestion: advice)
        }
        return found
    }

    /// Loads a member as a model.
    /// - Parameters:
    ///   - member: The name of the member.
    ///   - hasCustomOperators: Whether the model may have operators that are MediaPipe's own.
    /// - Throws: ``LineamentError`` with code `notFound` if there is no member of that name.
    func model(_ member: String, hasCustomOperators: Bool = false) throws -> Model {
        try Model(
            bytes: required(member), name: "\(name)/\(member)", runtime: ModelFile.runtime(), isTrusted: isTrusted,
            hasCustomOperators: hasCustomOperators)
    }
}
