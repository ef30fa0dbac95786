// SPDX-License-Identifier: Apache-2.0
internal import Locking
internal import Logging

extension Logger {
    /// The logger of the tasks.
    static let lineament = Logger(label: "lineament")

    private static let logged = Locked<Set<String>>([])

    /// Logs a notice unless this process has already logged it. Notices are about how something is done, not whether.
    func noticeOnce(_ message: String) { logOnce(message, at: .notice) }

    /// Logs a warning unless this process has already logged it.
    func warnOnce(_ message: String) { logOnce(message, at: .warning) }

    private func logOnce(_ message: String, at level: Logger.Level) {
        guard Self.logged.withLock({ $0.insert(message).inserted }) else { return }
        log(level: level, "\(message)")
    }
}
