internal import LiteRT

/// The members of a `.task` bundle: a ZIP archive whose members are stored without compression.
///
/// Only what bundles use is accepted. Everything that a hostile or damaged archive may claim is checked before
/// it is used: positions, sizes, names.
struct ModelBundle: Sendable {
    /// What the bundle is called in error messages.
    let name: String
    private let bytes: ModelBytes
    private let isTrusted: Bool
    private let ranges: [String: Range<Int>]

    var memberNames: [String] { ranges.keys.sorted() }

    init(bytes: ModelBytes, name: String, isTrusted: Bool = false) throws {
        self.name = name
        self.isTrusted = isTrusted
        self.bytes = bytes
        ranges = try ZipDirectory(bytes: bytes, name: name).memberRanges()
    }

    /// The bytes of a member; nil if the bundle has none of that name.
    subscript(member: String) -> ModelBytes? { ranges[member].map { bytes[$0] } }

    /// - Throws: ``LineamentError`` with code `notFound` if the bundle has no such member.
    func required(_ member: String) throws -> ModelBytes {
        guard let found = self[member] else {
            throw LineamentError(
                .notFound,
                "\(name) has no file with name: \(member). It holds: \(memberNames.joined(separator: ", ")).")
        }
        return found
    }

    /// A member as a model.
    /// - Throws: ``LineamentError`` with code `notFound` if the bundle has no such member.
    func model(_ member: String) throws -> Model {
        try Model(bytes: required(member), name: "\(name)/\(member)", runtime: ModelFile.runtime(), isTrusted: isTrusted)
    }

    /// Whether the bytes begin as a ZIP archive does.
    static func isBundle(_ bytes: ModelBytes) -> Bool { bytes.starts(with: [0x50, 0x4b, 0x03, 0x04]) }
}
