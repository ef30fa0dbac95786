// SPDX-License-Identifier: Apache-2.0
internal import Lineament
internal import LineamentTasks
internal import Locking
internal import Logging

/// A log handler that turns what the libraries log into the program's own messages, without times and module names.
///
/// Notices are for people: a script that runs the program a thousand times would fill its log with them.
struct MessageLogHandler: LogHandler {
    /// The label of the logger that tells of images that were read although something is wrong with them.
    private static let imageLabel = "lineament.images"

    private static let hidesNotices = Locked(false)
    /// The number of warnings about images so far; `nil` if each is printed.
    private static let imageWarnings = Locked<Int?>(nil)

    /// Hides notices from now on, even on a terminal.
    static func hideNotices() { hidesNotices.withLock { $0 = true } }

    /// Counts warnings about images from now on instead of printing them.
    static func countImageWarnings() { imageWarnings.withLock { $0 = 0 } }

    /// Prints the number of warnings about images, if there were any.
    static func reportImageWarnings() {
        guard let count = imageWarnings.withLock({ $0 }), count > 0 else { return }
        let images = count == 1 ? "1 image was read although it is" : "\(count) images were read although they are"
        StandardError.write(.warning, "\(images) damaged. -v tells which.")
    }

    let label: String
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
        if kind == .warning, label == Self.imageLabel, Self.isCounted() { return }
        StandardError.write(kind, event.message.description.onOneLine)
    }

    /// Counts a warning about an image, unless each is printed.
    private static func isCounted() -> Bool {
        imageWarnings.withLock { count in
            count = count.map { $0 + 1 }
            return count != nil
        }
    }
}
