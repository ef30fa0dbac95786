internal import Lineament
internal import LineamentOutput
internal import Locking
internal import Logging

/// A log handler that turns what the libraries log into the program's own messages, without times and module names.
///
/// Notices are for people: a script that runs the program a thousand times would fill its log with them.
struct MessageLogHandler: LogHandler {
    private static let hidesNotices = Locked(false)

    /// Hides notices from now on, even on a terminal.
    static func hideNotices() { hidesNotices.withLock { $0 = true } }

    var logLevel: Logger.Level = StandardError.isTerminal ? .notice : .warning
    var metadata = Logger.Metadata()

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    // Swift 6.1 resolves a swift-log that knows no `LogEvent`; in newer ones the other form is deprecated.
    #if compiler(>=6.2)
        func log(event: LogEvent) { write(event.level, event.message) }
    #else
        func log(
            level: Logger.Level, message: Logger.Message, metadata: Logger.Metadata?, source: String, file: String,
            function: String, line: UInt
        ) {
            write(level, message)
        }
    #endif

    private func write(_ level: Logger.Level, _ message: Logger.Message) {
        let kind: StandardError.Kind =
            switch level {
            case .error, .critical: .error
            case .warning: .warning
            default: .note
            }
        if kind == .note, Self.hidesNotices.withLock({ $0 }) { return }
        StandardError.write(kind, message.description.onOneLine)
    }
}
