internal import Lineament
internal import Logging

/// A log handler that turns the libraries' warnings into the program's own messages, without times and module names.
struct MessageLogHandler: LogHandler {
    var logLevel = Logger.Level.warning
    var metadata = Logger.Metadata()

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        StandardError.write(event.level >= .error ? .error : .warning, event.message.description.onOneLine)
    }
}
