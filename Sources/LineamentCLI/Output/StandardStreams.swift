internal import Foundation

/// Messages for people. Standard output carries results only.
enum StandardError {
    static let isTerminal = isatty(STDERR_FILENO) == 1

    static func write(_ line: String) { writeRaw(line + "\n") }

    static func writeRaw(_ text: String) { try? FileHandle.standardError.write(contentsOf: Data(text.utf8)) }
}

/// The reader of the results has gone.
struct ClosedOutput: Error {}
