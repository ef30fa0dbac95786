// SPDX-License-Identifier: Apache-2.0
package import Lineament
internal import Locking

/// The processing of one video that gives each result its frame, which waits in memory or in a file until the result is
/// known. Calls must not overlap.
package struct PairedSession<Result: Sendable, Info: Sendable>: Sendable {
    /// A result and its frame.
    package struct Pair: Sendable {
        /// The value that was added with the frame.
        package let info: Info
        /// Returns the pixels of the frame, from memory or from a file.
        package let image: @Sendable () throws -> PixelBuffer
        fileprivate let found: Result
        /// What looks at the frame again; `nil` if nothing does.
        fileprivate var worker: (any FrameWorker<Result>)?

        /// Returns the result, after its frame has been searched again where the session does that.
        ///
        /// Whether this fails does not matter to the frames that follow: each has its result already.
        package func result() throws -> Result {
            guard let worker else { return found }
            return try worker.complete(found, of: MPImage(pixelBuffer: image()))
        }
    }

    private struct LastFrame: Sendable {
        let info: Info
        let pixels: PixelBuffer
    }

    private let worker: any FrameWorker<Result>
    private let waiting: WaitingFrames<Info>
    private let last = Locked<LastFrame?>(nil)

    /// - Parameters:
    ///   - worker: What processes the frames.
    ///   - images: Where the frames wait.
    package init(_ worker: any FrameWorker<Result>, waitingIn images: WaitingImages) {
        self.worker = worker
        waiting = WaitingFrames(images)
    }

    /// Takes the next frame, and returns the results that are known by now.
    package func add(_ frame: Frame, _ info: Info) throws -> [Pair] {
        switch worker.pace {
        case .atOnce: return try worker.add(frame).map { Pair(info: info, image: { frame.pixels }, found: $0) }
        case .later: return paired(try waiting.add(info, frame.pixels) { try worker.add(frame) })
        case .atEnd:
            _ = try worker.add(frame)
            last.withLock { $0 = LastFrame(info: info, pixels: frame.pixels) }
            return []
        }
    }

    /// Returns the results that are left at the end.
    package func finish() throws -> [Pair] {
        guard worker.pace == .atEnd else { return paired(try worker.finish()) }
        guard let frame = last.withLock({ $0.take() }) else { return [] }
        return try worker.finish().map { Pair(info: frame.info, image: { frame.pixels }, found: $0) }
    }

    private func paired(_ results: [Result]) -> [Pair] {
        results.map { found in
            let frame = waiting.takeFirst()
            return Pair(
                info: frame.info, image: { try frame.image() }, found: found,
                worker: worker.looksAgain ? worker : nil)
        }
    }
}
