// SPDX-License-Identifier: Apache-2.0
internal import Foundation
package import Lineament
package import LineamentCapture

/// The options of what is sent to other programs, in the form that C takes.
package final class SendingChoices {
    /// The receivers, with spaces between them.
    private var addresses = ""
    private var rate = LiveSender.usualRate
    private var calibrates = false
    /// Factors of blendshapes, as JSON; empty for none.
    private var gains = ""
    /// The track ID of the person; `nil` for the one who was found first of those in the frame.
    package private(set) var person: Int?

    package init() {}

    /// Returns a sender, with a socket for each receiver.
    /// - Throws: `LineamentError` if there is no receiver, if a host is not known, or if an option is wrong.
    package func makeSender() throws -> sending LiveSender {
        let receivers = try addresses.split(separator: " ").map { try LiveAddress(String($0)) }
        guard !receivers.isEmpty else {
            throw LineamentError(.invalidArgument, "addresses must name a receiver, such as vmc://127.0.0.1:39539.")
        }
        let factors = gains.isEmpty ? ShapeGains() : try ShapeGains(json: Data(gains.utf8))
        return try LiveSender(to: receivers, rate: rate, calibrates: calibrates, gains: factors)
    }
}

extension SendingChoices {
    /// The options; see `TaskOption`.
    package static let table: [TaskOption<SendingChoices>] = [
        TaskOption(
            "addresses", "The receivers, separated by spaces.", .choice([]), nil,
            get: { .choice($0.addresses) }, set: { $0.addresses = $1.word ?? "" }),
        TaskOption(
            "rate", "The number of frames in a second.", .number(LiveSender.rates), nil,
            get: { .number($0.rate) }, set: { if case .number(let rate) = $1 { $0.rate = rate } }),
        .flag("calibrate", \.calibrates, nil, "Whether the face in the first second is neutral."),
        TaskOption(
            "gains", "Factors of blendshapes, as JSON.", .choice([]), nil,
            get: { .choice($0.gains) }, set: { $0.gains = $1.word ?? "" }),
        TaskOption(
            "person", "The track ID of the person; by default the one who was found first of those in the frame.",
            .count(0...Int(Int32.max)), nil, get: { $0.person.map(OptionValue.count) ?? .unset },
            set: { if case .count(let person) = $1 { $0.person = person } }),
    ]
}
