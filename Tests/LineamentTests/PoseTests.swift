// SPDX-License-Identifier: Apache-2.0
import Foundation
import Locking
import TestSupport
import Testing

@testable import Lineament

private final class Receiver: NSObject, PoseLandmarkerLiveStreamDelegate, Sendable {
    let times = Locked<[Int]>([])
    let gate = Gate()

    func poseLandmarker(
        _ poseLandmarker: PoseLandmarker, didFinishDetection result: PoseLandmarkerResult?,
        timestampInMilliseconds: Int, error: (any Error)?
    ) {
        gate.pass()
        times.withLock { $0.append(timestampInMilliseconds) }
    }
}

@Suite struct PoseTests {
    private func landmarker(
        _ mode: RunningMode = .image, masks: Bool = false, configure: (PoseLandmarkerOptions) -> Void = { _ in }
    ) throws -> PoseLandmarker {
        let options = PoseLandmarkerOptions()
        options.runningMode = mode
        options.shouldOutputSegmentationMasks = masks
        configure(options)
        return try PoseLandmarker(options: options)
    }

    @Test func aPersonHasLandmarksWorldLandmarksAndMask() throws {
        let result = try landmarker(masks: true).detect(image: Sample.image())
        try #require(result.landmarks.count == 1)
        #expect(result.landmarks[0].count == 33)
        #expect(result.worldLandmarks[0].count == 33)
        #expect(result.trackIDs.isEmpty)
        let body = result.landmarks[0]
        let (left, right) = (PoseLandmark.leftShoulder.rawValue, PoseLandmark.rightShoulder.rawValue)
        // She faces the camera, so her left is on the right of the image.
        #expect(body[left].x > body[right].x)
        let mask = try #require(result.segmentationMasks.first)
        #expect(mask.width == 512)
        #expect(mask.height == 512)
        let nose = body[PoseLandmark.nose.rawValue]
        #expect(mask[x: Int(nose.x * 512), y: Int(nose.y * 512)] > 0.9)
        #expect(mask[x: 500, y: 20] < 0.1)
    }

    /// The graph without the mask gives the same numbers.
    @Test func masksDoNotChangeLandmarks() throws {
        let image = try Sample.image()
        let (with, without) = try (landmarker(masks: true).detect(image: image), landmarker().detect(image: image))
        #expect(without.segmentationMasks.isEmpty)
        #expect(!with.segmentationMasks.isEmpty)
        for (mine, other) in zip(with.landmarks[0], without.landmarks[0]) {
            #expect(mine.x == other.x)
            #expect(mine.y == other.y)
            #expect(mine.z == other.z)
            #expect(mine.visibility == other.visibility)
        }
        #expect(zip(with.worldLandmarks[0], without.worldLandmarks[0]).allSatisfy { $0.x == $1.x && $0.z == $1.z })
    }

    /// A photo of a group would take gigabytes if everyone's mask were in memory at once.
    @Test func masksCanBeTakenOneByOne() throws {
        let landmarker = try landmarker(masks: true) {
            $0.numPoses = 4
            $0.separation = .distinct
        }
        let image = try DerivedImages(sample: .sample()).image("pair").pixels.image()
        let expected = try landmarker.detect(image: image)
        try #require(expected.segmentationMasks.count == 2)
        var count = 0
        weak var earlier: Mask?
        let poses = try landmarker.poses(in: image) { mask in
            #expect(earlier == nil)
            #expect(mask == expected.segmentationMasks.element(at: count))
            (earlier, count) = (mask, count + 1)
        }
        #expect(count == 2)
        #expect(poses.map(\.landmarks) == expected.poses.map(\.landmarks))
        #expect(poses.map(\.worldLandmarks) == expected.poses.map(\.worldLandmarks))
        #expect(poses.allSatisfy { $0.segmentationMask == nil })
    }

    /// A rotated image with a matching orientation has the same body, in coordinates of the stored image.
    @Test(arguments: [MPImage.Orientation.left, .right, .down])
    func rotatedImagesHaveTheSameBody(orientation: MPImage.Orientation) throws {
        let pixels = try Sample.pixels()
        let upright = try landmarker().detect(image: MPImage(pixelBuffer: pixels)).landmarks[0]
        let turned = try landmarker().detect(
            image: MPImage(pixelBuffer: pixels.turned(against: orientation), orientation: orientation))
        try #require(turned.landmarks.count == 1)
        for index in [0, 11, 12] {
            let (x, y) = (turned.landmarks[0][index].x, turned.landmarks[0][index].y)
            let back: (x: Float, y: Float) =
                switch orientation {
                case .left: (y, 1 - x)
                case .right: (1 - y, x)
                default: (1 - x, 1 - y)
                }
            // Up to 0.03, due to half a pixel in the crop and a region estimated from hips outside the image.
            #expect(abs(back.x - upright[index].x) < 0.05)
            #expect(abs(back.y - upright[index].y) < 0.05)
        }
    }

    @Test func errorsNameInvalidOptions() throws {
        func message(_ change: (PoseLandmarkerOptions) -> Void) throws -> String {
            let options = PoseLandmarkerOptions()
            change(options)
            let error = #expect(throws: LineamentError.self) { try PoseLandmarker(options: options) }
            #expect(error?.code == .invalidArgument || error?.code == .notFound)
            return error?.message ?? ""
        }
        #expect(try message { $0.numPoses = 0 }.contains("numPoses"))
        #expect(try message { $0.minPosePresenceConfidence = 1.5 }.contains("minPosePresenceConfidence"))
        #expect(try message { $0.minTrackingConfidence = -1 }.contains("minTrackingConfidence"))
        #expect(try message { $0.minPoseDetectionConfidence = .nan }.contains("minPoseDetectionConfidence"))
        #expect(try message { $0.runningMode = .liveStream }.contains("delegate"))
        #expect(
            try message { $0.baseOptions.modelAssetPath = TestData.model("face_landmarker.task") }
                .contains("pose_detector.tflite"))
        #expect(try message { $0.baseOptions.modelAssetPath = "/no/such.task" }.contains("/no/such.task"))
    }

    @Test func emptyImagesHaveNoPoses() throws {
        let landmarker = try landmarker { $0.separation = .distinct }
        for (width, height) in [(1, 1), (3, 2000), (640, 480)] {
            let gray = [UInt8](repeating: 127, count: width * height * 3)
            let pixels = try PixelBuffer(copying: gray, width: width, height: height, format: .rgb8)
            let result = try landmarker.detect(image: MPImage(pixelBuffer: pixels))
            #expect(result.landmarks.isEmpty)
            #expect(result.worldLandmarks.isEmpty)
            #expect(result.segmentationMasks.isEmpty)
        }
    }

    @Test func tenConcurrentThreadsAgree() throws {
        let landmarker = try landmarker(masks: true)
        let image = try Sample.image()
        let expected = try landmarker.detect(image: image).landmarks[0][0].x
        let agreeing = Locked(0)
        DispatchQueue.concurrentPerform(iterations: 10) { _ in
            if (try? landmarker.detect(image: image).landmarks.first?.first?.x) == expected {
                agreeing.withLock { $0 += 1 }
            }
        }
        #expect(agreeing.withLock { $0 } == 10)
    }

    @Test func peopleInVideosAreTracked() async throws {
        let landmarker = try landmarker(.video)
        let image = try Sample.image()
        for time in [0, 33, 66] {
            #expect(try landmarker.detect(videoFrame: image, timestampInMilliseconds: time).trackIDs == [1])
        }
        #expect(throws: LineamentError.self) {
            try landmarker.detect(videoFrame: image, timestampInMilliseconds: 66)
        }
        landmarker.reset()
        #expect(try landmarker.detect(videoFrame: image, timestampInMilliseconds: 0).landmarks.count == 1)

        let frames = AsyncStream { continuation in
            for time in 0..<5 { continuation.yield(TimedImage(image: image, timestampInMilliseconds: time * 40)) }
            continuation.finish()
        }
        var times: [Int] = []
        for try await result in landmarker.results(for: frames) { times.append(result.timestampInMilliseconds) }
        #expect(times == [0, 40, 80, 120, 160])
    }

    @Test func liveStreamsDeliverInOrder() throws {
        let receiver = Receiver()
        let landmarker = try landmarker(.liveStream) { $0.poseLandmarkerLiveStreamDelegate = receiver }
        let image = try Sample.image()
        for time in 0..<50 { try landmarker.detectAsync(image: image, timestampInMilliseconds: time) }
        receiver.gate.open()
        while receiver.times.withLock({ $0.count }) < 2 { Thread.sleep(forTimeInterval: 0.001) }
        landmarker.close()
        let times = receiver.times.withLock { $0 }
        #expect(times.first == 0)
        #expect(times.last == 49)
        #expect(times == times.sorted())
        #expect(throws: LineamentError.self) {
            try landmarker.detectAsync(image: image, timestampInMilliseconds: 60)
        }
    }

    @Test func benchmarksLeaveTheirOptionsAlone() throws {
        let options = PoseLandmarkerOptions()
        #expect(try PoseLandmarkerBenchmark(image: Sample.image(), options: options).stages.count > 5)
        #expect(!options.shouldOutputSegmentationMasks)
    }
}

extension PixelBuffer {
    /// Returns the image as a camera held in `orientation` stores it.
    fileprivate func turned(against orientation: MPImage.Orientation) throws -> PixelBuffer {
        let rgb = rgbBytes
        let isOnSide = orientation == .left || orientation == .right
        let (w, h) = isOnSide ? (height, width) : (width, height)
        var bytes = [UInt8](repeating: 0, count: w * h * 3)
        for row in 0..<height {
            for column in 0..<width {
                let (x, y) =
                    switch orientation {
                    case .left: (height - 1 - row, column)
                    case .right: (row, width - 1 - column)
                    default: (width - 1 - column, height - 1 - row)
                    }
                for channel in 0..<3 { bytes[(y * w + x) * 3 + channel] = rgb[(row * width + column) * 3 + channel] }
            }
        }
        return try PixelBuffer(copying: bytes, width: w, height: h, format: .rgb8)
    }
}
