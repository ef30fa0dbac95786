// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Lineament
internal import LineamentCapture
internal import LineamentTasks

/// The sending of a live session: the person's movements, to one program or several.
struct LiveSending: Sendable, Hashable {
    /// The receivers; empty for none.
    let addresses: [LiveAddress]
    /// Whether the first second is taken as neutral.
    let calibrates: Bool
    /// The factors of blendshapes.
    let gains: [String: Float]
    /// The largest number of frames in a second; `nil` for all.
    let rate: Double?
    /// The track ID of the person; `nil` for the one who was found first of those in the frame.
    let person: Int?
    private let texts: [String]

    /// The most receivers of one session.
    private static let mostReceivers = 8
    private static let rates = LiveSender.rates
    private static let rateForm = String(format: "a number from %g to %g", rates.lowerBound, rates.upperBound)

    /// - Parameters:
    ///   - texts: The addresses, such as `vmc://127.0.0.1:39539`.
    ///   - permission: Decides which of them are allowed.
    /// - Throws: ``LineamentError`` with code `invalidArgument`.
    init(
        to texts: [String], calibrates: Bool, gains: [String: Float], rate: Double?, person: Int?,
        _ permission: SendPermission
    ) throws {
        guard texts.count <= Self.mostReceivers else {
            throw LineamentError(.invalidArgument, "A session sends to at most \(Self.mostReceivers) addresses.")
        }
        guard rate.map(Self.rates.contains) ?? true else {
            throw LineamentError(.invalidArgument, "rate must be \(Self.rateForm).")
        }
        self.texts = texts
        self.calibrates = calibrates
        self.gains = gains
        self.rate = rate
        self.person = person
        addresses = try texts.map { try LiveAddress($0) }
        try addresses.forEach(permission.check)
        _ = try shapeGains
    }

    /// The factors, checked.
    var shapeGains: ShapeGains {
        get throws { try ShapeGains(json: try JSONEncoder().encode(gains)) }
    }

    /// The message that says what is sent.
    var answer: String {
        var members: [String: JSONValue] = ["to": .list(texts.map { .text($0) })]
        if !texts.isEmpty {
            members["calibrate"] = .flag(calibrates)
            if !gains.isEmpty { members["gains"] = .object(gains.mapValues { .number(Double("\($0)") ?? 0) }) }
            if let rate { members["rate"] = .number(rate) }
            if let person { members["person"] = .whole(person) }
        }
        return LiveAnswer.text(of: ["send": .object(members)])
    }
}

// MARK: - The query of a session

extension LiveSending {
    /// The items of a query that are about sending, with their types in the words of JSON Schema.
    static let parameters: [(name: String, summary: String, schema: JSONValue)] = [
        (
            "send",
            "Addresses that one person's movements are sent to, separated by commas: vmc://127.0.0.1:39539, "
                + "livelink://127.0.0.1:11111/NAME, ifacialmocap://127.0.0.1:49983.",
            ["type": "array", "minItems": 1, "maxItems": .whole(mostReceivers), "items": ["type": "string"]]
        ),
        (
            "calibrate", "Whether the face and the place of the head in the first second are sent as neutral.",
            ["type": "boolean", "default": .flag(false)]
        ),
        (
            "gains", "Factors of the blendshapes that are sent, as JSON: {\"jawOpen\": 1.4}.",
            ["type": "string", "contentMediaType": "application/json"]
        ),
        (
            "rate", "The frames per second that are sent at most.",
            ["type": "number", "minimum": .number(rates.lowerBound), "maximum": .number(rates.upperBound)]
        ),
        (
            "person", "The track ID of the person whose movements are sent; the lowest in the frame if left out.",
            ["type": "integer"]
        ),
    ]

    /// Takes the items about sending out of a query.
    /// - Returns: `nil` if nothing is sent.
    /// - Throws: ``LineamentError`` with code `invalidArgument`.
    static func taken(
        from query: inout [(name: String, value: String)], _ permission: SendPermission
    ) throws -> LiveSending? {
        let own = query.filter { item in parameters.contains { $0.name == item.name } }
        query.removeAll { item in parameters.contains { $0.name == item.name } }
        guard let first = own.first else { return nil }
        let values = try Dictionary(own.map { ($0.name, $0.value) }) { _, _ in
            throw LineamentError(
                .invalidArgument,
                "An option of sending is given more than once. Separate several addresses by commas: send=A,B.")
        }
        guard let addresses = values["send"], !addresses.isEmpty else {
            throw LineamentError(.invalidArgument, "\(first.name) is for movements that are sent. Add send=ADDRESS.")
        }
        guard ["true", "false", nil].contains(values["calibrate"]) else {
            throw LineamentError(.invalidArgument, "calibrate must be true or false.")
        }
        let rate = values["rate"].map { Double($0) ?? .nan }
        let person = try values["person"].map { text in
            guard let person = Int(text) else {
                throw LineamentError(.invalidArgument, "person must be a track ID: a whole number.")
            }
            return person
        }
        let gains = values["gains"].map { try? JSONDecoder().decode([String: Float].self, from: Data($0.utf8)) }
        guard let gains = gains ?? [:] else {
            throw LineamentError(
                .invalidArgument, "gains must be a JSON object of blendshapes and numbers: {\"jawOpen\": 1.4}.")
        }
        return try LiveSending(
            to: addresses.split(separator: ",").map(String.init), calibrates: values["calibrate"] == "true",
            gains: gains, rate: rate, person: person, permission)
    }
}

// MARK: - The text message of a session

extension LiveSending {
    /// The members of a text message about sending.
    struct Message: Decodable {
        var to: [String]
        var calibrate: Bool?
        var gains: [String: Float]?
        var rate: Double?
        var person: Int?

        private enum Keys: String, CodingKey, CaseIterable { case to, calibrate, gains, rate, person }

        private struct AnyKey: CodingKey {
            var stringValue: String
            var intValue: Int? { nil }
            init?(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }

        init(from decoder: any Decoder) throws {
            let given = try decoder.container(keyedBy: AnyKey.self).allKeys
            if let other = given.first(where: { Keys(rawValue: $0.stringValue) == nil }) {
                throw DecodingError.keyNotFound(
                    other, .init(codingPath: decoder.codingPath, debugDescription: "is not known"))
            }
            let container = try decoder.container(keyedBy: Keys.self)
            to = try container.decode([String].self, forKey: .to)
            calibrate = try container.decodeIfPresent(Bool.self, forKey: .calibrate)
            gains = try Self.numbers("gains", "a JSON object of blendshapes and numbers: {\"jawOpen\": 1.4}") {
                try container.decodeIfPresent([String: Float].self, forKey: .gains)
            }
            rate = try Self.numbers("rate", LiveSending.rateForm) {
                try container.decodeIfPresent(Double.self, forKey: .rate)
            }
            person = try Self.numbers("person", "a track ID: a whole number") {
                try container.decodeIfPresent(Int.self, forKey: .person)
            }
        }

        /// Reads a member; the error names one with a number that its type does not hold.
        private static func numbers<Value>(_ name: String, _ values: String, _ read: () throws -> Value) throws -> Value
        {
            do {
                return try read()
            } catch {
                // A number that is too large is an error of the decoder's own, which only becomes one of decoding outside of it.
                throw LineamentError(.invalidArgument, "\(name) must be \(values).")
            }
        }
    }

    init(_ message: Message, _ permission: SendPermission) throws {
        try self.init(
            to: message.to, calibrates: message.calibrate ?? false, gains: message.gains ?? [:], rate: message.rate,
            person: message.person, permission)
    }
}
