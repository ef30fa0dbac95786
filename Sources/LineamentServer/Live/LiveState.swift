// SPDX-License-Identifier: Apache-2.0

/// The state of a live session, by its request and the text messages that were accepted.
struct LiveState: Sendable {
    /// The task and its options.
    var settings: TaskSettings
    /// The sending to other programs; `nil` if nothing was ever sent.
    var sending: LiveSending?

    /// Takes a message into account.
    mutating func note(_ control: LiveControl) {
        switch control {
        case .options(let settings, _): self.settings = settings
        case .send(let sending): self.sending = sending
        case .reset, .calibrate: break
        }
    }
}
