/// A secret that requests must carry.
struct Token: Sendable {
    private let bytes: [UInt8]

    init(_ text: String) { bytes = Array(text.utf8) }

    /// Returns whether a header `Authorization` carries the token. The time does not depend on where they differ.
    func matches(authorization: String?) -> Bool {
        guard let authorization, authorization.lowercased().hasPrefix("bearer ") else { return false }
        let given = Array(authorization.dropFirst("bearer ".count).utf8)
        var difference = given.count ^ bytes.count
        for index in bytes.indices { difference |= Int(bytes[index] ^ (index < given.count ? given[index] : 0)) }
        return difference == 0
    }
}
