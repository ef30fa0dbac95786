internal import Dispatch
internal import LiteRT

/// Works on video files side by side; their results stay in order.
struct VideoRuns: Sendable {
    let videos: [MediaInput]
    let jobs: Int

    private struct Progress {
        var next = 0
        var done = 0
        var failures = 0
        var stopped: (any Error)?
    }

    /// - Parameter work: writes the results of one video, and last the error if it failed; gives false then.
    /// - Returns: how many videos failed.
    /// - Throws: what writing threw; videos not yet begun are left.
    func run(
        results: OrderedResults, progress line: ProgressLine,
        work: @Sendable (MediaInput, _ write: (String) throws -> Void) throws -> Bool
    ) throws -> Int {
        let progress = Guarded(Progress())
        DispatchQueue.concurrentPerform(iterations: min(jobs, videos.count)) { _ in
            while let index = takeNext(progress) {
                do {
                    let isDone = try work(videos[index]) { try results.write($0, of: index) }
                    try results.finish(index)
                    progress.withLock {
                        $0.done += 1
                        if !isDone { $0.failures += 1 }
                        line.update(done: $0.done)
                    }
                } catch {
                    results.stop(error)
                    progress.withLock { $0.stopped = $0.stopped ?? error }
                }
            }
        }
        line.clear()
        let end = progress.withLock { $0 }
        if let stopped = end.stopped { throw stopped }
        return end.failures
    }

    private func takeNext(_ progress: Guarded<Progress>) -> Int? {
        progress.withLock { state in
            guard state.stopped == nil, state.next < videos.count, !Interruption.isRequested else { return nil }
            defer { state.next += 1 }
            return state.next
        }
    }
}
