// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Lineament
internal import LineamentTasks

/// A text message of a live session.
enum LiveControl: Sendable {
    /// Replaces all options, and the task if one is given; tracks are forgotten.
    case options(TaskSettings, answer: String)
    /// Forgets tracks and times.
    case reset
    /// Replaces what is sent to other programs.
    case send(LiveSending)
    /// Takes the face of the next second as neutral in what is sent.
    case calibrate

    private struct Message: Decodable {
        var task: String?
        var options: [String: Value]?
        var reset: Bool?
        var send: LiveSending.Message?
        var calibrate: Bool?

        /// The number of things that it asks for.
        var count: Int {
            [task != nil || options != nil, reset != nil, send != nil, calibrate != nil].count { $0 }
        }
    }

    /// A value of an option, which JSON may write as text, a number, or a Boolean.
    private struct Value: Decodable {
        var text: String

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let flag = try? container.decode(Bool.self) {
                text = "\(flag)"
            } else if let whole = try? container.decode(Int.self) {
                text = "\(whole)"
            } else if let number = try? container.decode(Double.self) {
                text = "\(number)"
            } else {
                text = try container.decode(String.self)
            }
        }
    }

    /// Any JSON, whose numbers may be larger than those of any type.
    private struct Anything: Decodable {
        init(from _: any Decoder) throws {}
    }

    /// The text is no JSON.
    struct NoJSON: Error {}

    /// Reads a message.
    /// - Parameters:
    ///   - text: The message.
    ///   - state: The state of the session after the messages before.
    ///   - permission: Decides where it may send to.
    /// - Throws: ``NoJSON``; ``LineamentError`` with code `invalidArgument`.
    init(_ text: String, in state: LiveState, _ permission: SendPermission) throws {
        let data = Data(text.utf8)
        guard (try? JSONDecoder().decode(Anything.self, from: data)) != nil else { throw NoJSON() }
        let message: Message
        let unknown = LineamentError(
            .invalidArgument,
            #"A text message is {"options": {...}}, with "task" if it changes, {"reset": true}, {"send": {"to": [...]}} "#
                + #"(also with calibrate, gains, rate and person), or {"calibrate": true}."#)
        do {
            message = try JSONDecoder().decode(Message.self, from: data)
        } catch let error as LineamentError {
            throw error
        } catch {
            throw unknown
        }
        guard message.count == 1 else { throw unknown }
        if let sending = message.send {
            let sending = try LiveSending(sending, permission)
            try state.settings.check(sending)
            self = .send(sending)
        } else if message.calibrate == true {
            guard state.sending?.addresses.isEmpty == false else {
                throw LineamentError(.invalidArgument, "Nothing is sent that could be calibrated. Begin with send.")
            }
            try state.settings.checkCalibration()
            self = .calibrate
        } else if message.reset == true {
            self = .reset
        } else if message.options != nil || message.task != nil {
            self = try Self.options(message, state)
        } else {
            throw unknown
        }
    }

    private static func options(_ message: Message, _ state: LiveState) throws -> LiveControl {
        let action = try message.task.map { ServiceAction.task(try TaskKind(named: $0)) } ?? state.settings.action
        let options = (message.options ?? [:]).mapValues(\.text)
        let settings = try TaskSettings(action, for: .live, query: options.map { ($0.key, $0.value) })
        if let sending = state.sending { try settings.check(sending) }
        let answer: JSONValue = ["task": .text(action.name), "options": .object(options.mapValues { .text($0) })]
        return .options(settings, answer: LiveAnswer.text(of: answer))
    }
}
