// SPDX-License-Identifier: Apache-2.0
public import Foundation
internal import Lineament
internal import LineamentVideo
internal import Synchronization

/// Receives the frames of a session, on the queue that was set with it.
public protocol AVCaptureVideoDataOutputSampleBufferDelegate: NSObjectProtocol {
    /// Called with each frame.
    func captureOutput(
        _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection)

    /// Called for each frame that came too early, with its time but without its image.
    func captureOutput(
        _ output: AVCaptureOutput, didDrop sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection)
}

extension AVCaptureVideoDataOutputSampleBufferDelegate {
    /// Does nothing.
    public func captureOutput(
        _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
    ) {}

    /// Does nothing.
    public func captureOutput(
        _ output: AVCaptureOutput, didDrop sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
    ) {}
}

/// Delivers the frames of a session to a delegate.
public final class AVCaptureVideoDataOutput: AVCaptureOutput, @unchecked Sendable {
    // Sound: what changes is only used with the lock held.

    private let lock = NSLock()
    private var state = State()
    /// Whether the delegate is busy with a frame.
    private let isBusy = Atomic<Bool>(false)
    /// Counts the frames that may wait for the delegate if none are dropped.
    private let room = DispatchSemaphore(value: 4)

    private struct State {
        var settings: [String: Any]? = [
            kCVPixelBufferPixelFormatTypeKey: kCVPixelFormatType_32BGRA
        ]
        var discards = true
        weak var delegate: (any AVCaptureVideoDataOutputSampleBufferDelegate)?
        var queue: DispatchQueue?
    }

    /// Creates an output that delivers `kCVPixelFormatType_32BGRA`.
    public override init() { super.init() }

    /// The pixel format of frames, under `kCVPixelBufferPixelFormatTypeKey`. A format that is not one of
    /// ``availableVideoPixelFormatTypes`` ends the session with an error.
    public var videoSettings: [String: Any]! {
        get { lock.withLock { state.settings } }
        set { lock.withLock { state.settings = newValue } }
    }

    /// Whether frames are dropped while the delegate is busy with another one. Otherwise they wait, and a file is
    /// delivered as slowly as the delegate takes its frames. Default: true.
    public var alwaysDiscardsLateVideoFrames: Bool {
        get { lock.withLock { state.discards } }
        set { lock.withLock { state.discards = newValue } }
    }

    /// The pixel formats in which frames can be delivered.
    public var availableVideoPixelFormatTypes: [OSType] { OutputPixelFormat.all }

    /// The receiver of frames.
    public var sampleBufferDelegate: (any AVCaptureVideoDataOutputSampleBufferDelegate)? {
        lock.withLock { state.delegate }
    }

    /// The queue on which the receiver is called.
    public var sampleBufferCallbackQueue: DispatchQueue? { lock.withLock { state.queue } }

    /// Sets the receiver of frames, which is not retained, and the serial queue on which it is called. Without both, no
    /// frames are delivered.
    public func setSampleBufferDelegate(
        _ sampleBufferDelegate: (any AVCaptureVideoDataOutputSampleBufferDelegate)?,
        queue sampleBufferCallbackQueue: DispatchQueue?
    ) {
        lock.withLock {
            state.delegate = sampleBufferDelegate
            state.queue = sampleBufferCallbackQueue
        }
    }

    /// Hands a frame to the delegate, or drops it if the delegate is busy.
    /// - Parameters:
    ///   - time: When the frame is shown.
    ///   - duration: How long the frame is shown.
    ///   - isStopped: Whether to give up waiting for the delegate.
    /// - Throws: `LineamentError` if the frame cannot be converted to the format that is set.
    func deliver(
        _ frame: PixelBuffer, time: CMTime, duration: CMTime, isStopped: @escaping @Sendable () -> Bool
    ) throws {
        guard let connection = connection(with: .video), connection.isEnabled else { return }
        let (settings, discards, queue) = lock.withLock { (state.settings, state.discards, state.queue) }
        guard let queue, sampleBufferDelegate != nil else { return }
        let format = try OutputPixelFormat(
            settings: settings, standard: .packed(kCVPixelFormatType_32BGRA, order: [2, 1, 0, 3]))
        if discards {
            guard !isBusy.exchange(true, ordering: .acquiring) else {
                return drop(time, duration, connection, queue, isStopped)
            }
        } else {
            while room.wait(timeout: .now() + .milliseconds(50)) == .timedOut { if isStopped() { return } }
        }
        do {
            let orientations = connection.orientations(isMounted: UIDevice.current.isOrientationSet)
            let buffer = try format.convert(frame, orientations: orientations, mayShareMemory: false)
            let sample = CMSampleBuffer(frame: buffer, time: time, duration: duration)
            queue.async { [self] in
                if !isStopped() { sampleBufferDelegate?.captureOutput(self, didOutput: sample, from: connection) }
                release(discards)
            }
        } catch {
            release(discards)
            throw error
        }
    }

    private func release(_ discards: Bool) {
        if discards {
            isBusy.store(false, ordering: .releasing)
        } else {
            room.signal()
        }
    }

    private func drop(
        _ time: CMTime, _ duration: CMTime, _ connection: AVCaptureConnection, _ queue: DispatchQueue,
        _ isStopped: @escaping @Sendable () -> Bool
    ) {
        let sample = CMSampleBuffer(frame: nil, time: time, duration: duration)
        CMSetAttachment(
            sample, key: kCMSampleBufferAttachmentKey_DroppedFrameReason,
            value: kCMSampleBufferDroppedFrameReason_FrameWasLate, attachmentMode: kCMAttachmentMode_ShouldNotPropagate)
        queue.async { [self] in
            if !isStopped() { sampleBufferDelegate?.captureOutput(self, didDrop: sample, from: connection) }
        }
    }
}
