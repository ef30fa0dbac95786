internal import Foundation
internal import Lineament
internal import LiteRT

/// Works on pictures side by side and hands over the results in the order of the inputs.
struct PictureRun: Sendable {
    let inputs: [MediaInput]
    let jobs: Int

    fileprivate struct Progress {
        var next = 0
        var done: [Int: Result<String, LineamentError>] = [:]
        var written = 0
        var failures = 0
        var stopped: (any Error)?
    }

    /// Calls `work` on each input and `deliver`, one at a time and in order, on each result. After Ctrl-C what is in work is finished.
    /// - Returns: how many inputs failed.
    /// - Throws: what `deliver` throws; the inputs not yet begun are left.
    func run(
        work: @escaping @Sendable (MediaInput) throws -> String,
        deliver: @escaping @Sendable (MediaInput, Result<String, LineamentError>, _ number: Int) throws -> Void
    ) throws -> Int {
        let progress = Guarded(Progress())
        DispatchQueue.concurrentPerform(iterations: min(jobs, inputs.count)) { _ in
            while let index = progress.withLock({ $0.takeNext(of: inputs.count) }) {
                let result = Self.result { try work(inputs[index]) }
                progress.withLock { state in
                    state.done[index] = result
                    while state.stopped == nil, let ready = state.done.removeValue(forKey: state.written) {
                        if case .failure = ready { state.failures += 1 }
                        do {
                            try deliver(inputs[state.written], ready, state.written + 1)
                        } catch {
                            state.stopped = error
                        }
                        state.written += 1
                    }
                }
            }
        }
        let (failures, stopped) = progress.withLock { ($0.failures, $0.stopped) }
        if let stopped { throw stopped }
        return failures
    }

    private static func result(_ work: () throws -> String) -> Result<String, LineamentError> {
        do {
            return .success(try work())
        } catch let error as LineamentError {
            return .failure(error)
        } catch {
            return .failure(LineamentError(.internal, error.localizedDescription, underlyingError: error))
        }
    }
}

extension PictureRun.Progress {
    fileprivate mutating func takeNext(of count: Int) -> Int? {
        guard stopped == nil, next < count, !Interruption.isRequested else { return nil }
        defer { next += 1 }
        return next
    }
}
