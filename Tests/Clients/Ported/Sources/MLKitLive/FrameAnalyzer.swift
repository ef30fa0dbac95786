// SPDX-License-Identifier: Apache-2.0
import AVFoundation
import CoreMedia
import MLKit
import UIKit

protocol FrameAnalyzerDelegate: AnyObject {
    func frameAnalyzer(_ analyzer: FrameAnalyzer, didFind faces: [Face], poses: [Pose], frameSize: CGSize)
}

/// Finds faces and poses in each frame of the camera.
class FrameAnalyzer: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate {
    weak var delegate: FrameAnalyzerDelegate?
    let cameraPosition: AVCaptureDevice.Position

    private let captureSession = AVCaptureSession()
    private let sessionQueue = DispatchQueue(label: "com.example.live.session")
    private let faceDetector: FaceDetector
    private let poseDetector: PoseDetector
    private var lastFrame: CMSampleBuffer?

    init(cameraPosition: AVCaptureDevice.Position) {
        self.cameraPosition = cameraPosition
        let faceOptions = FaceDetectorOptions()
        faceOptions.landmarkMode = .none
        faceOptions.contourMode = .none
        faceOptions.classificationMode = .all
        faceOptions.performanceMode = .fast
        faceOptions.isTrackingEnabled = true
        faceDetector = FaceDetector.faceDetector(options: faceOptions)

        let poseOptions = PoseDetectorOptions()
        poseOptions.detectorMode = .stream
        poseDetector = PoseDetector.poseDetector(options: poseOptions)
        super.init()
    }

    func start() {
        weak var weakSelf = self
        sessionQueue.async {
            guard let strongSelf = weakSelf else { return }
            strongSelf.setUpOutput()
            strongSelf.setUpInput()
            strongSelf.captureSession.startRunning()
        }
    }

    func stop() {
        weak var weakSelf = self
        sessionQueue.async { weakSelf?.captureSession.stopRunning() }
    }

    private func setUpOutput() {
        captureSession.beginConfiguration()
        captureSession.sessionPreset = AVCaptureSession.Preset.medium
        let output = AVCaptureVideoDataOutput()
        output.videoSettings = [(kCVPixelBufferPixelFormatTypeKey as String): kCVPixelFormatType_32BGRA]
        output.alwaysDiscardsLateVideoFrames = true
        let outputQueue = DispatchQueue(label: "com.example.live.output")
        output.setSampleBufferDelegate(self, queue: outputQueue)
        guard captureSession.canAddOutput(output) else {
            print("no output")
            return
        }
        captureSession.addOutput(output)
        captureSession.commitConfiguration()
    }

    private func setUpInput() {
        guard let device = captureDevice(at: cameraPosition) else {
            print("no camera at \(cameraPosition)")
            return
        }
        do {
            captureSession.beginConfiguration()
            for input in captureSession.inputs { captureSession.removeInput(input) }
            let input = try AVCaptureDeviceInput(device: device)
            guard captureSession.canAddInput(input) else {
                print("no input")
                return
            }
            captureSession.addInput(input)
            captureSession.commitConfiguration()
        } catch {
            print("no input: \(error.localizedDescription)")
        }
    }

    private func captureDevice(at position: AVCaptureDevice.Position) -> AVCaptureDevice? {
        let discovery = AVCaptureDevice.DiscoverySession(
            deviceTypes: [.builtInWideAngleCamera], mediaType: .video, position: .unspecified)
        return discovery.devices.first { $0.position == position } ?? discovery.devices.first
    }

    func captureOutput(
        _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
    ) {
        guard let imageBuffer = CMSampleBufferGetImageBuffer(sampleBuffer) else {
            print("no image in the frame")
            return
        }
        lastFrame = sampleBuffer
        let visionImage = VisionImage(buffer: sampleBuffer)
        visionImage.orientation = orientation(
            of: UIDevice.current.orientation, cameraPosition: cameraPosition)
        let size = CGSize(
            width: CGFloat(CVPixelBufferGetWidth(imageBuffer)), height: CGFloat(CVPixelBufferGetHeight(imageBuffer)))

        var faces: [Face] = []
        var poses: [Pose] = []
        do {
            faces = try faceDetector.results(in: visionImage)
            poses = try poseDetector.results(in: visionImage)
        } catch let error {
            print("nothing is found: \(error.localizedDescription)")
        }
        weak var weakSelf = self
        DispatchQueue.main.sync {
            guard let strongSelf = weakSelf else { return }
            strongSelf.delegate?.frameAnalyzer(strongSelf, didFind: faces, poses: poses, frameSize: size)
        }
    }

    /// How the frame of a camera at this side of a device that is held like this is to be turned.
    func orientation(
        of deviceOrientation: UIDeviceOrientation, cameraPosition: AVCaptureDevice.Position
    ) -> UIImage.Orientation {
        switch deviceOrientation {
        case .portrait: return cameraPosition == .front ? .leftMirrored : .right
        case .landscapeLeft: return cameraPosition == .front ? .downMirrored : .up
        case .portraitUpsideDown: return cameraPosition == .front ? .rightMirrored : .left
        case .landscapeRight: return cameraPosition == .front ? .upMirrored : .down
        case .faceDown, .faceUp, .unknown: return .up
        @unknown default: return .up
        }
    }
}
