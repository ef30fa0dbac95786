internal import Lineament
internal import LineamentOutput
internal import LiteRT

/// The outputs of a video beside its results. The first error of one ends it, is reported at once, and leaves the
/// results to go on without it.
final class SideOutputs: Sendable {
    enum Kind: String {
        case masks
        case drawing = "its drawing"
    }

    private struct State {
        var ended: Set<Kind> = []
        var failure: ReportedError?
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

    /// Returns what `body` returns, or nil if it fails or an output of this kind has failed before. May be called from
    /// several threads at once.
    func attempt<Value>(_ kind: Kind, _ body: () throws -> Value) -> Value? {
        guard state.withLock({ !$0.ended.contains(kind) }) else { return nil }
        do {
            return try body()
        } catch {
            end(kind, LineamentError(reporting: error))
            return nil
        }
    }

    /// Throws the first error, as a ``ReportedError``.
    func check() throws {
        if let failure = state.withLock({ $0.failure }) { throw failure }
    }

    private func end(_ kind: Kind, _ error: LineamentError) {
        let isFirst = state.withLock { state in
            state.failure = state.failure ?? ReportedError(error: error)
            return state.ended.insert(kind).inserted
        }
        if isFirst { report("\(source) continues without \(kind.rawValue): \(error.message)".onOneLine) }
    }
}
