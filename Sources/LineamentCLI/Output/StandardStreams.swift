internal import Foundation

/// The stream for messages; standard output carries only results.
enum StandardError {
    static let isTerminal = isatty(STDERR_FILENO) == 1

    /// The kinds of messages, which stand before their text.
    enum Kind: String {
        case error, warning, note

        /// The escape sequence of the kind's color: red, yellow, cyan.
        fileprivate var color: String {
            switch self {
            case .error: "\u{1b}[1;31m"
            case .warning: "\u{1b}[1;33m"
            case .note: "\u{1b}[1;36m"
            }
        }
    }

    /// Whether messages are colored: on a terminal, unless the user objects; see no-color.org.
    private static let hasColors =
        isTerminal && (ProcessInfo.processInfo.environment["NO_COLOR"] ?? "").isEmpty
        && ProcessInfo.processInfo.environment["TERM"] != "dumb"

    static func write(_ kind: Kind, _ message: String) {
        let head = hasColors ? "\(kind.color)\(kind.rawValue):\u{1b}[0m" : "\(kind.rawValue):"
        write("\(head) \(message)")
    }

    static func write(_ line: String) { writeRaw(line + "\n") }

    static func writeRaw(_ text: String) { try? FileHandle.standardError.write(contentsOf: Data(text.utf8)) }
}

/// The error for a closed pipe: no one reads the results anymore.
struct ClosedOutput: Error {}
