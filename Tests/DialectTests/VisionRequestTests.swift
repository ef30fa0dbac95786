// SPDX-License-Identifier: Apache-2.0
import Foundation
import Lineament
import TestSupport
import Testing

@testable import LineamentVision

/// The inputs of requests besides image files, and their properties that do not depend on the image.
@Suite struct VisionRequestTests {
    private static func frame(_ width: Int, _ height: Int, _ format: OSType) throws -> CVPixelBuffer {
        var created: CVPixelBuffer?
        #expect(CVPixelBufferCreate(nil, width, height, format, nil, &created) == kCVReturnSuccess)
        return try #require(created)
    }

    /// Returns the sample photo as a frame.
    /// - Parameters:
    ///   - format: The pixel format.
    ///   - places: The places of red, green and blue in a pixel; other bytes are 0.
    private static func photo(_ format: OSType, _ places: [Int]) throws -> CVPixelBuffer {
        let pixels = try Sample.pixels()
        let frame = try frame(pixels.width, pixels.height, format)
        let bytesPerPixel = format == kCVPixelFormatType_24BGR ? 3 : 4
        let start = try #require(CVPixelBufferGetBaseAddress(frame)).assumingMemoryBound(to: UInt8.self)
        for (index, value) in pixels.rgbBytes.enumerated() {
            let (row, column) = (index / 3).quotientAndRemainder(dividingBy: pixels.width)
            start[row * CVPixelBufferGetBytesPerRow(frame) + column * bytesPerPixel + places[index % 3]] = value
        }
        return frame
    }

    private static func sample(_ frame: CVPixelBuffer) throws -> CMSampleBuffer {
        try CMSampleBuffer(
            imageBuffer: frame, formatDescription: CMFormatDescription(imageBuffer: frame), sampleTiming: .invalid)
    }

    /// Vision takes what Core Image takes. MediaPipe and ML Kit name their formats, and refuse others.
    @Test(arguments: [
        (kCVPixelFormatType_32ARGB, [1, 2, 3]), (kCVPixelFormatType_32ABGR, [3, 2, 1]),
        (kCVPixelFormatType_24BGR, [2, 1, 0]),
    ]) func framesOfEveryFormatThatCoreImageReadsAreTaken(format: OSType, places: [Int]) async throws {
        let request = DetectFaceRectanglesRequest()
        let expected = try await request.perform(on: Sample.url).map(\.boundingBox)
        let frame = try Self.photo(format, places)
        #expect(expected.count == 1)
        #expect(try await request.perform(on: frame).map(\.boundingBox) == expected)
        #expect(try await request.perform(on: Self.sample(frame)).map(\.boundingBox) == expected)
        let error = #expect(throws: LineamentError.self) { try MPImage(pixelBuffer: frame) }
        #expect(error?.code == .invalidArgument)
    }

    @Test func otherFormatsAreInvalid() async throws {
        let request = DetectFaceRectanglesRequest()
        let frame = try Self.frame(8, 8, kCVPixelFormatType_OneComponent32Float)
        let errors = [
            await #expect(throws: VisionError.self) { try await request.perform(on: frame) },
            await #expect(throws: VisionError.self) { try await request.perform(on: Self.sample(frame)) },
        ]
        for error in errors {
            #expect(error?.errorCode == VNErrorCode.invalidFormat.rawValue)
            #expect(error?.localizedDescription.contains("kCVPixelFormatType_32BGRA") == true)
        }
    }

    /// A user whose models are damaged or missing would look for the fault in the photos.
    @Test func errorsOfModelsAreNotThoseOfImages() throws {
        func error(_ model: URL) -> VisionError? {
            #expect(throws: VisionError.self) { try VisionEngine.loading { try FaceLandmarker(modelPath: model.path) } }
        }
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: file) }
        let missing = error(file)
        #expect(missing?.errorCode == VNErrorCode.dataUnavailable.rawValue)
        #expect(missing?.localizedDescription.contains(file.path) == true)
        let whole = try Data(contentsOf: URL(fileURLWithPath: TestData.model("face_landmarker.task")))
        for damaged in [whole.prefix(whole.count / 2), Data("no model".utf8)] {
            try damaged.write(to: file)
            #expect(error(file)?.errorCode == VNErrorCode.invalidModel.rawValue)
        }
    }

    /// Requests that are classes are constants in Apple's examples.
    @Test func aDeviceIsSetOnAConstantRequest() {
        let (bodies, masks) = (DetectHumanBodyPose3DRequest(), GeneratePersonSegmentationRequest())
        let object = DetectedObjectObservation(boundingBox: .fullImage)
        let track = TrackObjectRequest(detectedObject: object)
        var faces = DetectFaceRectanglesRequest()
        let device = faces.supportedComputeStageDevices[.main]?.first
        bodies.setComputeDevice(device, for: .main)
        masks.setComputeDevice(device, for: .postProcessing)
        track.setComputeDevice(nil, for: .main)
        faces.setComputeDevice(device, for: .main)
        #expect(bodies.computeDevice(for: .main) == device)
        #expect(faces.computeDevice(for: .main) == device)
    }
}
