// SPDX-License-Identifier: Apache-2.0
import Foundation
import Locking
import TestSupport
import Testing

@testable import Lineament

/// A detector without faces that counts its images.
private final class CountingDetector: FaceDetecting {
    private let count = Locked(0)

    func faces(in image: MPImage) -> [Detection] {
        count.withLock { $0 += 1 }
        return []
    }

    /// Waits until this many images have arrived, however long that takes; the suite's time limit ends it.
    func wait(for number: Int) {
        while count.withLock({ $0 }) < number { Thread.sleep(forTimeInterval: 0.001) }
    }

    var number: Int { count.withLock { $0 } }
}

@Suite struct MediaPipeOptionTests {
    @Test(.enabled(if: !TestGPU.isPresent)) func aGPUIsReplacedByTheCPU() throws {
        let options = FaceDetectorOptions()
        let expected = try FaceDetector(options: options).detect(image: Sample.image())
        options.baseOptions.delegate = .GPU
        #expect((options.copy() as? FaceDetectorOptions)?.baseOptions.delegate == .GPU)
        #expect(try FaceDetector(options: options).detect(image: Sample.image()) == expected)
    }

    @Test func poseModelsAreChosenByName() throws {
        let options = PoseLandmarkerOptions()
        #expect(options.model == .full)
        options.model = .heavy
        #expect((options.copy() as? PoseLandmarkerOptions)?.model == .heavy)
        for (model, name) in [(PoseLandmarkerModel.lite, "lite"), (.heavy, "heavy")] {
            let file = "pose_landmarker_\(name).task"
            #expect(PoseLandmarkerModel(rawValue: name) == model)
            #expect(model.file.rawValue == file)
            guard AssetFolders.find("models", file) == nil else { continue }
            options.model = model
            let error = #expect(throws: LineamentError.self) { try PoseLandmarker(options: options) }
            #expect(error?.code == .notFound)
            #expect(error?.message.contains("`lineament models fetch pose-\(name)`") == true)
        }
        options.baseOptions.modelAssetPath = TestData.model("pose_landmarker_full.task")
        #expect(try PoseLandmarker(options: options).detect(image: Sample.image()).poses.count == 1)
    }
}

/// The queue between the pipeline of a live stream and its receiver.
extension MediaPipeOptionTests {
    private func stream(
        _ detector: CountingDetector,
        deliver: @escaping LiveStream<FaceLandmarkerResult>.Delivery
    ) throws -> LiveStream<FaceLandmarkerResult> {
        let options = FaceLandmarkerOptions()
        options.faceDetector = detector
        return LiveStream(try FaceLandmarker(options: options).makeSession(), name: "test", deliver: deliver)
    }

    /// Nine results, one of them being delivered, are there before a frame must wait.
    @Test func aSlowReceiverCostsNoFramesUntilTooManyResultsWait() throws {
        let (detector, gate, times) = (CountingDetector(), Gate(), Locked<[Int]>([]))
        let stream = try stream(detector) { _, _, time in
            gate.pass()
            times.withLock { $0.append(time) }
        }
        let image = try Sample.image()
        for time in 0..<9 {
            try stream.push(image, timestamp: time)
            detector.wait(for: time + 1)
        }
        #expect(times.withLock { $0.isEmpty })
        for time in 9..<12 { try stream.push(image, timestamp: time) }
        Thread.sleep(forTimeInterval: 0.05)
        #expect(detector.number == 9)
        gate.open()
        stream.close()
        #expect(times.withLock { $0 } == Array(0...8) + [11])
        #expect(throws: LineamentError.self) { try stream.push(image, timestamp: 20) }
    }

    @Test func closingWithinADeliveryEndsTheStream() throws {
        let (detector, gate, times) = (CountingDetector(), Gate(), Locked<[Int]>([]))
        let reference = Locked<LiveStream<FaceLandmarkerResult>?>(nil)
        let stream = try stream(detector) { _, _, time in
            gate.pass()
            times.withLock { $0.append(time) }
            reference.withLock { $0 }?.close()
        }
        reference.withLock { $0 = stream }
        let image = try Sample.image()
        for time in 0..<4 {
            try stream.push(image, timestamp: time)
            detector.wait(for: time + 1)
        }
        gate.open()
        stream.close()
        #expect(times.withLock { $0 } == [0])
        reference.withLock { $0 = nil }
    }

    @Test func cancelledStreamsDropResultsAndAreReleased() throws {
        let (detector, gate, times) = (CountingDetector(), Gate(), Locked<[Int]>([]))
        weak var released: LiveStream<FaceLandmarkerResult>?
        do {
            let stream = try stream(detector) { _, _, time in
                gate.pass()
                times.withLock { $0.append(time) }
            }
            released = stream
            for time in 0..<4 {
                try stream.push(Sample.image(), timestamp: time)
                detector.wait(for: time + 1)
            }
            stream.cancel()
        }
        gate.open()
        while released != nil { Thread.sleep(forTimeInterval: 0.001) }
        #expect(times.withLock { $0.allSatisfy { $0 == 0 } })
    }
}

extension MediaPipeOptionTests {
    private func expectEqual<Value: Hashable>(_ one: Value, _ other: Value, not another: Value) {
        #expect(one == other)
        #expect(one != another)
        #expect(Set([one, other]).count == 1)
        #expect(Set([one, another]).count == 2)
    }

    @Test func containersAreHashable() throws {
        func landmark(_ x: Float) -> NormalizedLandmark {
            NormalizedLandmark(x: x, y: 0.5, z: 0, visibility: 1, presence: nil)
        }
        func world(_ x: Float) -> Landmark { Landmark(x: x, y: 0.5, z: 0, visibility: nil, presence: nil) }
        func keypoint(_ x: Double) -> NormalizedKeypoint {
            NormalizedKeypoint(location: CGPoint(x: x, y: 0), label: "eye", score: 1)
        }
        func category(_ score: Float) -> ResultCategory {
            ResultCategory(index: 1, score: score, categoryName: "a", displayName: nil)
        }
        func detection(_ score: Float) -> Detection {
            Detection(categories: [category(score)], boundingBox: .zero, keypoints: [keypoint(0.1)])
        }
        func head(_ score: Float) -> Classifications { Classifications(headIndex: 0, categories: [category(score)]) }
        func matrix(_ first: Float) -> TransformMatrix { TransformMatrix(rowMajor: [first, 0, 0, 1], side: 2) }
        func mask(_ level: UInt8) throws -> Mask {
            try #require(Mask(uInt8Data: [level], width: 1, height: 1, shouldCopy: true))
        }
        func pose(_ x: Float) -> PoseLandmarkerResult {
            PoseLandmarkerResult(
                landmarks: [[landmark(x)]], worldLandmarks: [[world(x)]], segmentationMasks: nil,
                timestampInMilliseconds: 1)
        }
        func face(_ x: Float) -> FaceLandmarkerResult {
            FaceLandmarkerResult(
                faceLandmarks: [[landmark(x)]], faceBlendshapes: [head(x)], facialTransformationMatrixes: [matrix(x)],
                timestampInMilliseconds: 1)
        }
        func classified(_ score: Float) -> ClassificationResult {
            ClassificationResult(classifications: [head(score)], timestampInMilliseconds: 1)
        }
        func detected(_ score: Float) -> FaceDetectorResult {
            FaceDetectorResult(detections: [detection(score)], timestampInMilliseconds: 1)
        }
        expectEqual(landmark(0.5), landmark(0.5 + 1e-7), not: landmark(0.6))
        expectEqual(world(0.5), world(0.5 + 1e-7), not: world(0.6))
        expectEqual(keypoint(0.5), keypoint(0.5), not: keypoint(0.6))
        expectEqual(category(0.5), category(0.5), not: category(0.6))
        expectEqual(detection(0.5), detection(0.5), not: detection(0.6))
        expectEqual(head(0.5), head(0.5), not: head(0.6))
        expectEqual(classified(0.5), classified(0.5), not: classified(0.6))
        expectEqual(matrix(0.5), matrix(0.5), not: matrix(0.6))
        expectEqual(try mask(5), try mask(5), not: try mask(6))
        expectEqual(pose(0.5), pose(0.5), not: pose(0.6))
        expectEqual(face(0.5), face(0.5), not: face(0.6))
        expectEqual(detected(0.5), detected(0.5), not: detected(0.6))
        expectEqual(
            Connection(start: 1, end: 2), Connection(start: 1, end: 2), not: Connection(start: 2, end: 1))
    }
}
