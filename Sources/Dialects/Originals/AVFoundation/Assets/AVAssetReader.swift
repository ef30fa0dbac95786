// SPDX-License-Identifier: Apache-2.0
public import Foundation
internal import Lineament
internal import LineamentVideo

/// Reads the frames of a video one after the other, as fast as they are asked for.
public final class AVAssetReader: NSObject, @unchecked Sendable {
    // Sound: the state is only used with the lock held.

    /// The state of a reader.
    public enum Status: Int, Sendable {
        case unknown = 0
        case reading = 1
        case completed = 2
        case failed = 3
        case cancelled = 4
    }

    /// The video.
    public let asset: AVAsset
    private let lock = NSRecursiveLock()
    private let cancellation = ReadCancellation()
    private var state = (status: Status.unknown, error: (any Error)?.none, range: CMTimeRange.whole)
    private var added: [AVAssetReaderOutput] = []
    /// Whether reading has been started, even if files are still being opened.
    private var isStarted = false
    /// Whether outputs and the range can be set.
    private var isIdle: Bool { state.status == .unknown && !isStarted }

    /// Creates a reader.
    /// - Throws: `LineamentError` that names the file if it cannot be read.
    public init(asset: AVAsset) throws {
        _ = try asset.facts()
        self.asset = asset
    }

    /// The state of the reader.
    public var status: Status { lock.withLock { state.status } }
    /// Why reading failed.
    public var error: (any Error)? { lock.withLock { state.error } }
    /// The outputs that frames are taken from.
    public var outputs: [AVAssetReaderOutput] { lock.withLock { added } }

    /// The part of the video that is read; set it before reading starts.
    public var timeRange: CMTimeRange {
        get { lock.withLock { state.range } }
        set { lock.withLock { if isIdle { state.range = newValue } } }
    }

    /// Returns whether an output can be added: it must be one of this asset's, and reading must not have started.
    public func canAdd(_ output: AVAssetReaderOutput) -> Bool {
        lock.withLock { isIdle && output.track.asset === asset && !output.isAdded }
    }

    /// Adds an output, if it can be added.
    public func add(_ output: AVAssetReaderOutput) {
        lock.withLock {
            guard canAdd(output) else { return }
            output.isAdded = true
            added.append(output)
        }
    }

    /// Starts reading.
    /// - Returns: Whether it could be started; if not, ``error`` says why.
    @discardableResult
    public func startReading() -> Bool {
        let setUp = lock.withLock { () -> (outputs: [AVAssetReaderOutput], range: CMTimeRange)? in
            defer { isStarted = true }
            return isIdle ? (added, state.range) : nil
        }
        guard let setUp else { return false }
        // Without the lock, because opening files can take long.
        do {
            var options = VideoReader.Options()
            options.cancellation = cancellation
            options.start = setUp.range.start.isNumeric ? max(0, setUp.range.start.seconds) : 0
            options.duration = setUp.range.duration.isNumeric ? setUp.range.duration.seconds : nil
            for output in setUp.outputs { try output.open(for: self, options) }
        } catch {
            finish(.failed, error)
        }
        return lock.withLock {
            if state.status == .unknown { state.status = .reading }
            return state.status == .reading
        }
    }

    /// Ends reading; outputs return no more frames.
    public func cancelReading() {
        cancellation.cancel()
        lock.withLock { if state.status == .reading || state.status == .unknown { finish(.cancelled) } }
    }

    /// Ends reading, unless it has ended. A failure after a cancellation is its consequence.
    func finish(_ status: Status, _ error: (any Error)? = nil) {
        lock.withLock {
            guard state.status == .reading || state.status == .unknown else { return }
            let isCancelled = status == .failed && cancellation.isCancelled
            (state.status, state.error) = isCancelled ? (.cancelled, nil) : (status, error)
        }
    }

    /// Notes that an output has returned its last frame.
    func noteEnd(of output: AVAssetReaderOutput) {
        lock.withLock {
            output.hasEnded = true
            if added.allSatisfy(\.hasEnded) { finish(.completed) }
        }
    }
}

extension CMTimeRange {
    /// All of a video.
    static let whole = CMTimeRange(start: .zero, duration: .positiveInfinity)
}
