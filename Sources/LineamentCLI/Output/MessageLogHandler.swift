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

    func log(event: LogEvent) {
        let kind: StandardError.Kind =
            switch event.level {
            case .error, .critical: .error
            case .warning: .warning
            default: .note
            }
        if kind == .note, Self.hidesNotices.withLock({ $0 }) { return }
        StandardError.write(kind, event.message.description.onOneLine)
    }
}
