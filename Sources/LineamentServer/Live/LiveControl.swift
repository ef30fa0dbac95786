internal import Foundation
internal import Lineament

/// A text message of a live session.
enum LiveControl: Sendable {
    /// Replaces all options, and the task if one is given; tracks are forgotten.
    case options(TaskSettings, answer: String)
    /// Forgets tracks and times.
    case reset

    private struct Message: Decodable {
        var task: String?
        var options: [String: Value]?
        var reset: Bool?
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

    /// The text is no JSON.
    struct NoJSON: Error {}

    /// Reads a message.
    /// - Parameters:
    ///   - text: The message.
    ///   - action: The task of the session, for options without one.
    /// - Throws: ``NoJSON``; ``LineamentError`` with code `invalidArgument`.
    init(_ text: String, action: ServiceAction) throws {
        let message: Message
        let unknown = LineamentError(
            .invalidArgument, #"A text message is {"options": {...}}, with "task" if it changes, or {"reset": true}."#)
        do {
            message = try JSONDecoder().decode(Message.self, from: Data(text.utf8))
        } catch DecodingError.dataCorrupted {
            throw NoJSON()
        } catch {
            throw unknown
        }
        if message.options != nil || message.task != nil, message.reset == nil {
            let action = try message.task.map { ServiceAction.task(try TaskKind(named: $0)) } ?? action
            let options = message.options ?? [:]
            let settings = try TaskSettings(action, for: .live, query: options.map { ($0.key, $0.value.text) })
            self = .options(settings, answer: try Self.answer(action, options.mapValues(\.text)))
        } else if message.reset == true, message.options == nil, message.task == nil {
            self = .reset
        } else {
            throw unknown
        }
    }

    private static func answer(_ action: ServiceAction, _ options: [String: String]) throws -> String {
        struct Answer: Encodable {
            var task: String
            var options: [String: String]
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(Answer(task: action.name, options: options)), as: UTF8.self)
    }
}
