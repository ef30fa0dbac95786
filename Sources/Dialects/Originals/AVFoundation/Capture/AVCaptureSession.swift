// SPDX-License-Identifier: Apache-2.0
public import Foundation
internal import Lineament
internal import LineamentVideo

/// Passes the frames of a camera on to outputs, in real time.
///
/// The camera is a device, a video file or a stream; see ``AVCaptureDevice/default(for:)``. A file is played at its own
/// pace, and the session ends with it. Frames have the camera's size, upright as a file says.
public final class AVCaptureSession: NSObject, @unchecked Sendable {
    // Sound: what changes is only used with the lock held.

    /// A preset for the size of frames.
    public struct Preset: RawRepresentable, Sendable, Hashable {
        /// The name of the preset.
        public let rawValue: String

        /// Creates a preset from its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The best for photos.
        public static let photo = Preset(rawValue: "AVCaptureSessionPresetPhoto")
        /// The best for videos.
        public static let high = Preset(rawValue: "AVCaptureSessionPresetHigh")
        /// Good enough to send.
        public static let medium = Preset(rawValue: "AVCaptureSessionPresetMedium")
        /// The smallest.
        public static let low = Preset(rawValue: "AVCaptureSessionPresetLow")
        /// 352 by 288 pixels.
        public static let cif352x288 = Preset(rawValue: "AVCaptureSessionPreset352x288")
        /// 640 by 480 pixels.
        public static let vga640x480 = Preset(rawValue: "AVCaptureSessionPreset640x480")
        /// 960 by 540 pixels.
        public static let iFrame960x540 = Preset(rawValue: "AVCaptureSessionPresetiFrame960x540")
        /// 1280 by 720 pixels.
        public static let hd1280x720 = Preset(rawValue: "AVCaptureSessionPreset1280x720")
        /// 1920 by 1080 pixels.
        public static let hd1920x1080 = Preset(rawValue: "AVCaptureSessionPreset1920x1080")
        /// 3840 by 2160 pixels.
        public static let hd4K3840x2160 = Preset(rawValue: "AVCaptureSessionPreset3840x2160")
        /// As the camera is set.
        public static let inputPriority = Preset(rawValue: "AVCaptureSessionPresetInputPriority")
    }

    private let lock = NSLock()
    private var state = State()

    private struct State {
        var preset = Preset.high
        var inputs: [AVCaptureInput] = []
        var outputs: [AVCaptureOutput] = []
        var run: CaptureRun?
    }

    /// Creates a session without inputs and outputs.
    public override init() { super.init() }

    deinit { state.run?.cancel() }

    /// The size that is wished for. It is not passed on to cameras: frames keep the camera's size. Default: `.high`.
    public var sessionPreset: Preset {
        get { lock.withLock { state.preset } }
        set { lock.withLock { state.preset = newValue } }
    }

    /// The camera, if one was added.
    public var inputs: [AVCaptureInput] { lock.withLock { state.inputs } }
    /// The receivers of frames.
    public var outputs: [AVCaptureOutput] { lock.withLock { state.outputs } }
    /// The connections between the camera and the receivers.
    public var connections: [AVCaptureConnection] { outputs.flatMap(\.connections) }
    /// Whether frames are read.
    public var isRunning: Bool { lock.withLock { state.run.map { !$0.hasEnded } ?? false } }
    /// Returns whether a preset can be set, which all can.
    public func canSetSessionPreset(_ preset: Preset) -> Bool { true }

    /// Returns whether an input can be added: there can be one.
    public func canAddInput(_ input: AVCaptureInput) -> Bool { inputs.isEmpty }

    /// Adds an input, if it can be added.
    public func addInput(_ input: AVCaptureInput) { change { if $0.inputs.isEmpty { $0.inputs = [input] } } }

    /// Removes an input.
    public func removeInput(_ input: AVCaptureInput) { change { $0.inputs.removeAll { $0 === input } } }

    /// Returns whether an output can be added: each can be added to one session.
    public func canAddOutput(_ output: AVCaptureOutput) -> Bool {
        output.connections.isEmpty && !outputs.contains { $0 === output }
    }

    /// Adds an output, if it can be added.
    public func addOutput(_ output: AVCaptureOutput) {
        guard canAddOutput(output) else { return }
        change { $0.outputs.append(output) }
    }

    /// Removes an output.
    public func removeOutput(_ output: AVCaptureOutput) {
        change { state in
            guard state.outputs.contains(where: { $0 === output }) else { return }
            state.outputs.removeAll { $0 === output }
            output.connect(to: nil)
        }
    }

    private func change(_ body: (inout State) -> Void) {
        let camera = lock.withLock {
            body(&state)
            let camera = (state.inputs.first as? AVCaptureDeviceInput)?.device
            for output in state.outputs { output.connect(to: camera) }
            return camera
        }
        // Without the lock, as observers of the device's orientation may ask the session.
        if let camera { for connection in connections { connection.begin(at: camera.position) } }
    }

    /// Begins a group of changes. Each takes effect at once, but a change of the input only when the session starts.
    public func beginConfiguration() {}

    /// Ends a group of changes.
    public func commitConfiguration() {}

    /// Starts reading frames and waits until the camera answers. If it does not, the session does not run, and
    /// ``runtimeErrorNotification`` is posted with the reason.
    public func startRunning() {
        let run = lock.withLock { () -> CaptureRun? in
            guard let input = state.inputs.first as? AVCaptureDeviceInput, state.run?.hasEnded ?? true else {
                return nil
            }
            let run = CaptureRun(input.device, for: self)
            state.run = run
            return run
        }
        guard let run else { return }
        run.start()
        if run.waitUntilOpen() {
            NotificationCenter.default.post(name: Self.didStartRunningNotification, object: self)
        } else {
            run.reportFailure()
        }
    }

    /// Stops reading frames and waits until that has happened. The delegate may still be busy with the last frame.
    public func stopRunning() {
        let run = lock.withLock { () -> CaptureRun? in
            defer { state.run = nil }
            return state.run
        }
        run?.cancel()
        run?.waitUntilEnded()
        run?.reportEnd()
    }

    /// Posted with an ``AVError`` under `AVCaptureSessionErrorKey` when the camera fails.
    public static let runtimeErrorNotification = Notification.Name("AVCaptureSessionRuntimeErrorNotification")
    /// Posted when the session has started.
    public static let didStartRunningNotification = Notification.Name("AVCaptureSessionDidStartRunningNotification")
    /// Posted when the session has stopped, also because its file has ended.
    public static let didStopRunningNotification = Notification.Name("AVCaptureSessionDidStopRunningNotification")
}

/// The key of the error that ended a session.
public let AVCaptureSessionErrorKey = "AVCaptureSessionErrorKey"

extension NSNotification.Name {
    /// Posted with an ``AVError`` under `AVCaptureSessionErrorKey` when the camera fails.
    public static let AVCaptureSessionRuntimeError = AVCaptureSession.runtimeErrorNotification
    /// Posted when a session has started.
    public static let AVCaptureSessionDidStartRunning = AVCaptureSession.didStartRunningNotification
    /// Posted when a session has stopped, also because its file has ended.
    public static let AVCaptureSessionDidStopRunning = AVCaptureSession.didStopRunningNotification
}
