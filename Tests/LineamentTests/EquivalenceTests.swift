// SPDX-License-Identifier: Apache-2.0
import Foundation
import Lineament
import Locking
import TestSupport
import Testing

/// The same image gives the same result in every pixel format, on any number of threads and for every caller.
@Suite struct EquivalenceTests {
    private func landmarker(threads: Int = 0) throws -> FaceLandmarker {
        let options = FaceLandmarkerOptions()
        options.baseOptions.numThreads = threads
        options.outputFaceBlendshapes = true
        return try FaceLandmarker(options: options)
    }

    @Test(arguments: [PixelFormat.rgba8, .bgra8, .rgb8])
    func packedFormatsAgreeExactly(format: PixelFormat) throws {
        let landmarker = try landmarker()
        let pixels = try Sample.pixels()
        let expected = try landmarker.detect(image: MPImage(pixelBuffer: pixels))
        let other = try pixels.converted(to: format, padding: 13)
        let result = try landmarker.detect(image: MPImage(pixelBuffer: other))
        #expect(largestDistance(expected, result, in: pixels) == 0)
        #expect(expected.faceBlendshapes == result.faceBlendshapes)
    }

    /// Chroma subsampling and 8-bit rounding change a pixel by a few levels, which moves landmarks by up to 0.21 px.
    @Test(arguments: [PixelFormat.nv12VideoRange, .nv12FullRange, .i420, .i420FullRange])
    func chromaFormatsAgreeClosely(format: PixelFormat) throws {
        let landmarker = try landmarker()
        let pixels = try Sample.pixels()
        let expected = try landmarker.detect(image: MPImage(pixelBuffer: pixels))
        let result = try landmarker.detect(image: MPImage(pixelBuffer: pixels.convertedToChroma(format)))
        #expect(largestDistance(expected, result, in: pixels) < 0.3)
    }

    @Test func resultsDoNotDependOnThreadCount() throws {
        let image = try Sample.image()
        let results = try [1, 2, 4].map { try landmarker(threads: $0).detect(image: image) }
        #expect(largestDistance(results[0], results[1], in: try Sample.pixels()) == 0)
        #expect(largestDistance(results[0], results[2], in: try Sample.pixels()) == 0)
    }

    /// Each of several calls has one core.
    @Test func resultsDoNotDependOnTheLoad() throws {
        let pixels = try Sample.pixels()
        let image = try MPImage(pixelBuffer: pixels)
        let landmarker = try landmarker()
        let expected = try landmarker.detect(image: image)
        let shared = try CoreLoad.$limit.withValue(1) { try landmarker.detect(image: image) }
        #expect(largestDistance(expected, shared, in: pixels) == 0)
        #expect(expected.faceBlendshapes == shared.faceBlendshapes)
        let poses = try PoseLandmarker(options: PoseLandmarkerOptions())
        let pose = try poses.detect(image: image)
        let sharedPose = try CoreLoad.$limit.withValue(1) { try poses.detect(image: image) }
        #expect(pose.landmarks == sharedPose.landmarks)
    }

    @Test func sharedCoresMeanOneThread() {
        let threads = Locked<Set<ObjectIdentifier>>([])
        CoreLoad.$limit.withValue(1) {
            Concurrent.perform(iterations: 100) { _ in
                usleep(10)
                threads.withLock { _ = $0.insert(ObjectIdentifier(Thread.current)) }
            }
        }
        #expect(threads.withLock { $0 } == [ObjectIdentifier(Thread.current)])
    }

    @Test func eightConcurrentCallersAgree() async throws {
        let landmarker = try landmarker()
        let pixels = try Sample.pixels()
        let image = try MPImage(pixelBuffer: pixels)
        let expected = try landmarker.detect(image: image)
        try await withThrowingTaskGroup(of: FaceLandmarkerResult.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    var result = try landmarker.detect(image: image)
                    for _ in 0..<4 { result = try landmarker.detect(image: image) }
                    return result
                }
            }
            for try await result in group {
                #expect(largestDistance(expected, result, in: pixels) == 0)
                #expect(result.faceBlendshapes == expected.faceBlendshapes)
            }
        }
    }
}
