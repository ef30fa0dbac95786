// SPDX-License-Identifier: Apache-2.0
internal import Lineament
internal import LineamentTasks
internal import Locking

/// Tracks the optional outputs of a video, masks and annotated copy: the first error of a kind is reported, and that
/// kind is no longer written.
final class SideOutputs: Sendable {
    enum Kind: String {
        case masks
        case drawing = "frames of the copy"
    }

    private struct State {
        var ended: Set<Kind> = []
        var failure: AlreadyReportedError?
    }

    private let source: String
    private let report: @Sendable (String) -> Void
    private let state = Locked(State())

    /// Creates the outputs.
    /// - Parameters:
    ///   - source: the name of the video in messages.
    ///   - report: prints a message.
    init(of source: String, report: @escaping @Sendable (String) -> Void) {
        self.source = source
        self.report = report
    }

    /// Returns the result of `body`, or `nil` if it fails or an output of this kind has failed before. May be called
    /// from several threads at once.
    func attempt<Value>(_ kind: Kind, _ body: () throws -> Value) -> Value? {
        guard state.withLock({ !$0.ended.contains(kind) }) else { return nil }
        do {
            return try body()
        } catch {
            end(kind, LineamentError(reporting: error))
            return nil
        }
    }

    /// Throws the first error, as an ``AlreadyReportedError``.
    func check() throws {
        if let failure = state.withLock({ $0.failure }) { throw failure }
    }

    private func end(_ kind: Kind, _ error: LineamentError) {
        let isFirst = state.withLock { state in
            state.failure = state.failure ?? AlreadyReportedError(error: error)
            return state.ended.insert(kind).inserted
        }
        guard isFirst else { return }
        report("\(source): results continue, but no more \(kind.rawValue) are written: \(error.summary)".onOneLine)
    }
}
