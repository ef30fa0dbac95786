// SPDX-License-Identifier: Apache-2.0
import AVFoundation
import CoreVideo
import UIKit

protocol CameraFeedDelegate: AnyObject {
    func cameraFeed(_ feed: CameraFeed, didOutput sampleBuffer: CMSampleBuffer, orientation: UIImage.Orientation)
    func cameraFeedDidFail(_ feed: CameraFeed, with error: Error?)
}

/// The frames of the camera.
final class CameraFeed: NSObject {
    enum Setup {
        case ready
        case denied
        case failed
    }

    weak var delegate: CameraFeedDelegate?
    private(set) var isRunning = false
    private(set) var frameSize = CGSize.zero
    let position: AVCaptureDevice.Position

    private let session = AVCaptureSession()
    private let sessionQueue = DispatchQueue(label: "com.example.feed.session")
    private lazy var output = AVCaptureVideoDataOutput()
    private var setup = Setup.ready

    init(position: AVCaptureDevice.Position) {
        self.position = position
        super.init()
        UIDevice.current.beginGeneratingDeviceOrientationNotifications()
        askForPermission()
        sessionQueue.async { self.configure() }
    }

    deinit { UIDevice.current.endGeneratingDeviceOrientationNotifications() }

    func start(completion: @escaping (Setup) -> Void) {
        sessionQueue.async {
            if self.setup == .ready {
                self.session.startRunning()
                self.isRunning = self.session.isRunning
            }
            DispatchQueue.main.async { completion(self.setup) }
        }
    }

    func stop() {
        sessionQueue.async {
            guard self.session.isRunning else { return }
            self.session.stopRunning()
            self.isRunning = self.session.isRunning
        }
    }

    private func askForPermission() {
        switch AVCaptureDevice.authorizationStatus(for: .video) {
        case .authorized: setup = .ready
        case .notDetermined:
            sessionQueue.suspend()
            AVCaptureDevice.requestAccess(for: .video) { granted in
                self.setup = granted ? .ready : .denied
                self.sessionQueue.resume()
            }
        default: setup = .denied
        }
    }

    private func configure() {
        guard setup == .ready else { return }
        session.beginConfiguration()
        defer { session.commitConfiguration() }
        session.sessionPreset = .high
        guard addInput(), addOutput() else {
            setup = .failed
            return
        }
    }

    private func addInput() -> Bool {
        guard let camera = AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: position) else {
            return false
        }
        do {
            let input = try AVCaptureDeviceInput(device: camera)
            guard session.canAddInput(input) else { return false }
            session.addInput(input)
            return true
        } catch {
            delegate?.cameraFeedDidFail(self, with: error)
            return false
        }
    }

    private func addOutput() -> Bool {
        let frameQueue = DispatchQueue(label: "com.example.feed.frames", qos: .userInteractive)
        output.setSampleBufferDelegate(self, queue: frameQueue)
        output.alwaysDiscardsLateVideoFrames = true
        output.videoSettings = [String(kCVPixelBufferPixelFormatTypeKey): kCVPixelFormatType_32BGRA]
        guard session.canAddOutput(output) else { return false }
        session.addOutput(output)
        guard let connection = output.connection(with: .video) else { return false }
        connection.videoOrientation = .portrait
        if connection.isVideoMirroringSupported, position == .front {
            connection.isVideoMirrored = true
        }
        return true
    }
}

extension CameraFeed: AVCaptureVideoDataOutputSampleBufferDelegate {
    func captureOutput(
        _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
    ) {
        guard let imageBuffer = CMSampleBufferGetImageBuffer(sampleBuffer) else { return }
        frameSize = CGSize(
            width: CVPixelBufferGetWidth(imageBuffer), height: CVPixelBufferGetHeight(imageBuffer))
        delegate?.cameraFeed(
            self, didOutput: sampleBuffer, orientation: .matching(UIDevice.current.orientation))
    }
}

extension UIImage.Orientation {
    /// How an image is to be turned that was taken by a device held like this, with an upright connection.
    static func matching(_ deviceOrientation: UIDeviceOrientation) -> UIImage.Orientation {
        switch deviceOrientation {
        case .portrait: return .up
        case .landscapeLeft: return .left
        case .landscapeRight: return .right
        default: return .up
        }
    }
}
