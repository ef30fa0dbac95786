// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Lineament
internal import LineamentVideo
internal import Synchronization

/// One run of a session: a thread that reads frames and hands them to the outputs.
final class CaptureRun: @unchecked Sendable {
    // Sound: the session is only read, weakly; the rest is constant or synchronized.

    private let device: AVCaptureDevice
    private weak var session: AVCaptureSession?
    private let cancellation = ReadCancellation()
    private let isEnded = Atomic<Bool>(false)
    private let isEndReported = Atomic<Bool>(false)
    private let state = Mutex(State())
    private let opened = DispatchSemaphore(value: 0)
    private let ended = DispatchGroup()

    private struct State {
        var isOpen = false
        var failure: (any Error)?
    }

    init(_ device: AVCaptureDevice, for session: AVCaptureSession) {
        self.device = device
        self.session = session
    }

    /// Whether no more frames come.
    var hasEnded: Bool { isEnded.load(ordering: .acquiring) }

    func start() {
        ended.enter()
        let thread = Thread { [self] in
            do {
                try run()
            } catch {
                state.withLock { $0.failure = error }
            }
            isEnded.store(true, ordering: .releasing)
            let wasOpen = state.withLock { $0.isOpen }
            opened.signal()
            ended.leave()
            // After those who wait are told: an observer may run on the thread that waits, or stop the session.
            guard wasOpen, !cancellation.isCancelled else { return }
            reportFailure()
            reportEnd()
        }
        thread.name = "lineament.capture"
        thread.start()
    }

    /// Waits until the camera answers, and returns whether it does.
    func waitUntilOpen() -> Bool {
        opened.wait()
        return state.withLock { $0.isOpen }
    }

    /// Ends reading, even while the camera does not answer.
    func cancel() { cancellation.cancel() }

    func waitUntilEnded() { ended.wait() }

    private func run() throws {
        var options = VideoReader.Options()
        options.cancellation = cancellation
        let reader = try VideoReader(device.source, options: options)
        state.withLock { $0.isOpen = true }
        opened.signal()
        let isFile = if case .file = device.source { true } else { false }
        let clock = CMClock.hostTimeClock
        let start = clock.time
        let duration = reader.frameRate.map { CMTime(frame: 1 / $0) } ?? .invalid
        var last = start
        while !cancellation.isCancelled, let frame = try reader.next() {
            if isFile { wait(until: start + CMTime(frame: frame.time), on: clock) }
            let time = start + CMTime(frame: frame.time)
            last = time
            for case let output as AVCaptureVideoDataOutput in session?.outputs ?? [] {
                try output.deliver(frame.pixels, time: time, duration: duration) { [cancellation] in
                    cancellation.isCancelled
                }
            }
        }
        // The last frame is shown for its time, too.
        if isFile, duration.isNumeric { wait(until: last + duration, on: clock) }
    }

    private func wait(until time: CMTime, on clock: CMClock) {
        while !cancellation.isCancelled {
            let rest = (time - clock.time).seconds
            guard rest > 0 else { return }
            Thread.sleep(forTimeInterval: min(rest, 0.05))
        }
    }

    /// Posts why the camera failed, if it did.
    func reportFailure() {
        guard let failure = state.withLock({ $0.failure }), !cancellation.isCancelled else { return }
        NotificationCenter.default.post(
            name: AVCaptureSession.runtimeErrorNotification, object: session,
            userInfo: [AVCaptureSessionErrorKey: AVError(reason: failure)])
    }

    /// Posts, once, that the session has stopped, if it was running.
    func reportEnd() {
        guard state.withLock({ $0.isOpen }), !isEndReported.exchange(true, ordering: .relaxed) else { return }
        NotificationCenter.default.post(name: AVCaptureSession.didStopRunningNotification, object: session)
    }
}
