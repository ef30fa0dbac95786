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
    private let isOpen = Mutex(false)
    private let opened = DispatchSemaphore(value: 0)
    private let ended = DispatchGroup()

    init(_ device: AVCaptureDevice, for session: AVCaptureSession) {
        self.device = device
        self.session = session
    }

    /// Whether no more frames come.
    var hasEnded: Bool { isEnded.load(ordering: .acquiring) }

    func start() {
        ended.enter()
        let thread = Thread { [self] in
            let failure = Result { try run() }
            isEnded.store(true, ordering: .releasing)
            report(failure)
            opened.signal()
            ended.leave()
        }
        thread.name = "lineament.capture"
        thread.start()
    }

    /// Waits until the camera answers, and returns whether it does.
    func waitUntilOpen() -> Bool {
        opened.wait()
        return isOpen.withLock { $0 }
    }

    /// Ends reading, even while the camera does not answer.
    func cancel() { cancellation.cancel() }

    func waitUntilEnded() { ended.wait() }

    private func run() throws {
        var options = VideoReader.Options()
        options.cancellation = cancellation
        let reader = try VideoReader(device.source, options: options)
        isOpen.withLock { $0 = true }
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

    private func report(_ result: Result<Void, any Error>) {
        let center = NotificationCenter.default
        if case .failure(let error) = result, !cancellation.isCancelled {
            center.post(
                name: AVCaptureSession.runtimeErrorNotification, object: session,
                userInfo: [AVCaptureSessionErrorKey: AVError(reason: error)])
        }
        if isOpen.withLock({ $0 }) {
            center.post(name: AVCaptureSession.didStopRunningNotification, object: session)
        }
    }
}
