// SPDX-License-Identifier: Apache-2.0

// A service for face landmarks with MediaPipe's three modes, beside poses and face boxes.

import AVFoundation
import Checks
import MediaPipeTasksVision
import UIKit

final class Screen: FaceMeshServiceLiveDelegate, FaceMeshServiceVideoDelegate {
    private let lock = NSLock()
    private var liveFaces = 0
    private(set) var announced = 0
    private(set) var finished = 0
    var onLiveResult: (() -> Void)?

    var liveFaceCount: Int {
        lock.lock()
        defer { lock.unlock() }
        return liveFaces
    }

    func meshService(_ service: FaceMeshService, didFinish bundle: MeshBundle?, error: Error?) {
        guard error == nil, let result = bundle?.results.first as? FaceLandmarkerResult else { return }
        lock.lock()
        liveFaces += result.faceLandmarks.count
        lock.unlock()
        DispatchQueue.main.async { self.onLiveResult?() }
    }

    func meshService(_ service: FaceMeshService, willBeginWith frameCount: Int) { announced = frameCount }
    func meshService(_ service: FaceMeshService, didFinishFrame index: Int) { finished += 1 }
}

/// Draws an image into a new BGRA buffer, as a camera would deliver it.
func makeSampleBuffer(of image: UIImage, at time: CMTime) -> CMSampleBuffer? {
    guard let cgImage = image.cgImage else { return nil }
    let attributes =
        [
            kCVPixelBufferCGImageCompatibilityKey: kCFBooleanTrue!,
            kCVPixelBufferCGBitmapContextCompatibilityKey: kCFBooleanTrue!,
        ] as CFDictionary
    var created: CVPixelBuffer?
    let status = CVPixelBufferCreate(
        kCFAllocatorDefault, cgImage.width, cgImage.height, kCVPixelFormatType_32BGRA, attributes, &created)
    guard status == kCVReturnSuccess, let pixelBuffer = created else { return nil }

    CVPixelBufferLockBaseAddress(pixelBuffer, CVPixelBufferLockFlags(rawValue: 0))
    defer { CVPixelBufferUnlockBaseAddress(pixelBuffer, CVPixelBufferLockFlags(rawValue: 0)) }
    guard
        let context = CGContext(
            data: CVPixelBufferGetBaseAddress(pixelBuffer), width: cgImage.width, height: cgImage.height,
            bitsPerComponent: 8, bytesPerRow: CVPixelBufferGetBytesPerRow(pixelBuffer),
            space: CGColorSpaceCreateDeviceRGB(),
            bitmapInfo: CGImageAlphaInfo.premultipliedFirst.rawValue | CGBitmapInfo.byteOrder32Little.rawValue)
    else { return nil }
    context.draw(cgImage, in: CGRect(x: 0, y: 0, width: cgImage.width, height: cgImage.height))

    var description: CMVideoFormatDescription?
    CMVideoFormatDescriptionCreateForImageBuffer(
        allocator: kCFAllocatorDefault, imageBuffer: pixelBuffer, formatDescriptionOut: &description)
    guard let description else { return nil }
    var timing = CMSampleTimingInfo(
        duration: CMTime(value: 1, timescale: 30), presentationTimeStamp: time, decodeTimeStamp: .invalid)
    var sampleBuffer: CMSampleBuffer?
    CMSampleBufferCreateReadyWithImageBuffer(
        allocator: kCFAllocatorDefault, imageBuffer: pixelBuffer, formatDescription: description,
        sampleTiming: &timing, sampleBufferOut: &sampleBuffer)
    return sampleBuffer
}

let paths = arguments("PHOTO", "MODELS", "CLIP")
limitTime(to: 120)
guard let photo = UIImage(contentsOfFile: paths[0]) else { fail("no photo") }
let models = URL(fileURLWithPath: paths[1], isDirectory: true)
let meshPath = models.appendingPathComponent("face_landmarker.task").path
let screen = Screen()

check(FaceMeshService.forPhotos(modelPath: nil) == nil, "a service without a model")
check(FaceMeshService.forPhotos(modelPath: "nowhere.task") == nil, "a service with a model that is not there")

guard let stills = FaceMeshService.forPhotos(modelPath: meshPath, faceLimit: 3, compute: .GPU),
    let bundle = stills.detect(image: photo), let result = bundle.results[0]
else { fail("no service for photos") }
check(result.faceLandmarks.count == 1 && result.faceLandmarks[0].count == 478, "not one face with 478 points")
check(bundle.inferenceTime > 0 && bundle.frameSize == CGSize(width: 512, height: 512), "time or size")
let smile = result.faceBlendshapes[0].categories.first { $0.categoryName == "mouthSmileLeft" }
check(Double(smile?.score ?? 0), near: 0.9, within: 0.08, "the smile")
let matrix = result.facialTransformationMatrixes[0]
check(matrix.rows == 4 && matrix.columns == 4, "the matrix")
check(Double(matrix.value(atRow: 3, column: 2)), near: -70, within: 2, "the distance")

guard let live = FaceMeshService.forCamera(modelPath: meshPath, delegate: screen),
    let videos = FaceMeshService.forVideos(modelPath: meshPath, compute: .GPU, delegate: screen)
else { fail("no service for streams") }

func runStreams() async throws {
    let asset = AVURLAsset(url: URL(fileURLWithPath: paths[2]))
    guard let bundle = await videos.detect(asset: asset, everyMilliseconds: 200) else { fail("no video") }
    check(bundle.results.count >= 5, "only \(bundle.results.count) frames")
    check(bundle.results.allSatisfy { $0?.faceLandmarks.count == 1 }, "a frame without a face")
    check(bundle.frameSize == CGSize(width: 480, height: 512), "frames of \(bundle.frameSize)")
    check(bundle.results[1]?.timestampInMilliseconds == 200, "the time of the second frame")

    let bodies = try BodyService(modelFolder: models)
    let poses = try await bodies.pose(in: photo)
    check(poses.landmarks.count == 1 && poses.worldLandmarks[0].count == 33, "not one pose")
    check(poses.segmentationMasks.first?.width == 512, "no mask")
    check(poses.landmarks[0][11].visibility?.floatValue ?? 0 > 0.9, "no shoulder")
    let detections = try await withCheckedThrowingContinuation { continuation in
        bodies.faces(in: photo) { continuation.resume(with: $0) }
    }
    check(detections.count == 1 && detections[0].keypoints?.count == 6, "not one box")
    check(Double(detections[0].boundingBox.minX), near: 177, within: 3, "the left edge")

    await sendLiveFrames()
}

Task {
    do { try await runStreams() } catch { fail("\(error)") }
}

@MainActor func sendLiveFrames() {
    check(screen.announced >= 5 && screen.finished == screen.announced, "the video's callbacks")
    screen.onLiveResult = {
        check(screen.liveFaceCount > 0, "no live face")
        print("done")
        exit(0)
    }
    for index in 0..<3 {
        let time = CMTime(seconds: Double(index) / 30, preferredTimescale: 600)
        guard let buffer = makeSampleBuffer(of: photo, at: time) else { fail("no sample buffer") }
        check(CMSampleBufferIsValid(buffer) && CMSampleBufferDataIsReady(buffer), "the buffer is not ready")
        let milliseconds = Int(CMTimeGetSeconds(CMSampleBufferGetPresentationTimeStamp(buffer)) * 1000)
        live.detectAsync(sampleBuffer: buffer, orientation: .up, milliseconds: milliseconds)
    }
}
RunLoop.main.run()
