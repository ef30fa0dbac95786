// SPDX-License-Identifier: Apache-2.0

/// What a live session does, by its request and the text messages that were accepted.
struct LiveState: Sendable {
    /// The task and its options.
    var settings: TaskSettings
    /// What is sent to other programs; `nil` if nothing ever was.
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
