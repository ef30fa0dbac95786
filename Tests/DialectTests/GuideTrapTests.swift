// SPDX-License-Identifier: Apache-2.0
import Lineament
import LineamentMLKit
import TestSupport
import Testing

/// The function that ML Kit's guides tell their readers to write, with the device's orientation as it is by default.
@Suite struct GuideTrapTests {
    /// As in Firebase's guide.
    private func imageOrientation(
        deviceOrientation: UIDeviceOrientation, cameraPosition: AVCaptureDevice.Position
    ) -> VisionDetectorImageOrientation {
        switch deviceOrientation {
        case .portrait: cameraPosition == .front ? .leftTop : .rightTop
        case .landscapeLeft: cameraPosition == .front ? .bottomLeft : .topLeft
        case .portraitUpsideDown: cameraPosition == .front ? .rightBottom : .leftBottom
        case .landscapeRight: cameraPosition == .front ? .topRight : .bottomRight
        case .faceDown, .faceUp, .unknown: .leftTop
        }
    }

    /// As in the sample of the standalone library.
    private func imageOrientation(
        deviceOrientation: UIDeviceOrientation, cameraPosition: AVCaptureDevice.Position
    ) -> UIImage.Orientation {
        switch deviceOrientation {
        case .portrait: cameraPosition == .front ? .leftMirrored : .right
        case .landscapeLeft: cameraPosition == .front ? .downMirrored : .up
        case .portraitUpsideDown: cameraPosition == .front ? .rightMirrored : .left
        case .landscapeRight: cameraPosition == .front ? .upMirrored : .down
        case .faceDown, .faceUp, .unknown: .up
        }
    }

    @Test func firebaseFaceIsUpright() throws {
        let metadata = VisionImageMetadata()
        metadata.orientation = imageOrientation(
            deviceOrientation: UIDevice.current.orientation, cameraPosition: AVCaptureDevice.Position.back)
        let image = VisionImage(buffer: try CMSampleBuffer(pixelBuffer: Sample.pixels()))
        image.metadata = metadata
        expectUpright(try Vision.vision().faceDetector().results(in: image))
    }

    @Test func standaloneFaceIsUpright() throws {
        let image = VisionImage(buffer: try CMSampleBuffer(pixelBuffer: Sample.pixels()))
        image.orientation = imageOrientation(
            deviceOrientation: UIDevice.current.orientation, cameraPosition: .back)
        expectUpright(try MLKFaceDetector.faceDetector().results(in: image))
    }

    /// Both functions mean the same for each way to hold the device.
    @Test(arguments: [AVCaptureDevice.Position.front, .back])
    func bothAgree(position: AVCaptureDevice.Position) throws {
        for device in [UIDeviceOrientation.portrait, .landscapeLeft, .portraitUpsideDown, .landscapeRight] {
            let image = VisionImage(buffer: try CMSampleBuffer(pixelBuffer: Sample.pixels()))
            image.orientation = imageOrientation(deviceOrientation: device, cameraPosition: position)
            let expected: VisionDetectorImageOrientation = imageOrientation(
                deviceOrientation: device, cameraPosition: position)
            #expect((image.metadata?.orientation ?? .topLeft) == expected)
        }
    }

    private func expectUpright(_ faces: [Face]) {
        #expect(faces.count == 1)
        guard let face = faces.first else { return }
        #expect(abs(face.frame.midX - 224) < 8)
        #expect(face.frame.midY < 200)
        #expect(face.hasHeadEulerAngleZ)
        #expect(abs(face.headEulerAngleZ) < 20)
    }
}
