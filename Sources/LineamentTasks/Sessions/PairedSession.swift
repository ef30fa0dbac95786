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
        fileprivate var complete: (@Sendable (Result, MPImage) throws -> Result)?

        /// Returns the result, after its frame has been searched again where the session does that.
        ///
        /// Whether this fails does not matter to the frames that follow: each has its result already.
        package func result() throws -> Result {
            guard let complete else { return found }
            return try complete(found, MPImage(pixelBuffer: image()))
        }
    }

    private struct Frame: Sendable {
        let info: Info
        let pixels: PixelBuffer
    }

    private let session: ResultSession<Result>
    private let waiting: WaitingFrames<Info>
    private let last = Locked<Frame?>(nil)

    /// - Parameters:
    ///   - session: The session.
    ///   - images: Where the frames wait.
    package init(_ session: ResultSession<Result>, waitingIn images: WaitingImages) {
        self.session = session
        waiting = WaitingFrames(images)
    }

    /// Takes the next frame, and returns the results that are known by now.
    package func add(_ info: Info, _ pixels: PixelBuffer, at place: FramePlace) throws -> [Pair] {
        let process = { try session.add(MPImage(pixelBuffer: pixels), place) }
        switch session.pace {
        case .atOnce: return try process().map { Pair(info: info, image: { pixels }, found: $0) }
        case .later: return paired(try waiting.add(info, pixels, process))
        case .atEnd:
            _ = try process()
            last.withLock { $0 = Frame(info: info, pixels: pixels) }
            return []
        }
    }

    /// Returns the results that are left at the end.
    package func finish() throws -> [Pair] {
        guard session.pace == .atEnd else { return paired(try session.finish()) }
        guard let frame = last.withLock({ $0.take() }) else { return [] }
        return try session.finish().map { Pair(info: frame.info, image: { frame.pixels }, found: $0) }
    }

    private func paired(_ results: [Result]) -> [Pair] {
        results.map { found in
            let frame = waiting.takeFirst()
            return Pair(
                info: frame.info, image: { try frame.image() }, found: found, complete: session.completed)
        }
    }
}
