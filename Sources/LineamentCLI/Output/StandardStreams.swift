internal import Foundation

/// The stream for messages; standard output carries only results.
enum StandardError {
    static let isTerminal = isatty(STDERR_FILENO) == 1

    static func write(_ line: String) { writeRaw(line + "\n") }

    static func writeRaw(_ text: String) { try? FileHandle.standardError.write(contentsOf: Data(text.utf8)) }
}

/// The error for a closed pipe: no one reads the results anymore.
struct ClosedOutput: Error {}
