import Foundation
import Lineament
import LineamentVideo
import TestSupport
import Testing

/// Every video with a reference, against MediaPipe 1.2.2 in video mode.
///
/// On equal pixels, landmarks are bit-exact through whole videos, tracked and smoothed, with faces lost and detected
/// again, irregular timestamps and a first timestamp of 0. The tolerances are the six decimals of the reference.
@Suite(.timeLimit(.minutes(60)), .enabled(if: TestData.isPresent, "\(TestData.isAbsentMessage)"))
struct VideoParityTests {
    /// The videos whose frames the reference rotated before it converted them to RGB. Here the order is reversed, which
    /// changes colors at edges: landmarks differ by up to 0.11 px, blendshapes by up to 0.0065.
    private static let turned: Set<String> = ["synth_phone_portrait.mp4", "synth_rot90.mp4"]

    private func frames(of reference: Reference.Video) throws -> [VideoFrame] {
        let reader = try VideoReader(TestData.url(reference.path).path)
        var frames: [VideoFrame] = []
        while let frame = try reader.next() { frames.append(frame) }
        return frames
    }

    private func landmarker(numFaces: Int) throws -> FaceLandmarker {
        let options = FaceLandmarkerOptions()
        options.runningMode = .video
        options.numFaces = numFaces
        options.outputFaceBlendshapes = true
        options.outputFacialTransformationMatrixes = true
        return try FaceLandmarker(options: options)
    }

    @Test(arguments: Reference.videoNames)
    func framesAndTimestampsEqualTheReference(name: String) throws {
        let reference = try Reference.video(name)
        let frames = try frames(of: reference)
        #expect(frames.map(\.timestampInMilliseconds) == reference.times)
        guard !Self.turned.contains(name) else { return }
        for (frame, sum) in try pairs(frames, reference.sha256) {
            #expect(try sha256(frame.pixels.convertedToRGB().rgbBytes) == sum, "\(name) frame \(frame.index)")
        }
    }

    @Test(arguments: Reference.videoNames)
    func landmarksEqualTheReference(name: String) throws {
        let reference = try Reference.video(name)
        let frames = try frames(of: reference)
        let isTurned = Self.turned.contains(name)
        for (numFaces, expected) in reference.faces {
            let landmarker = try landmarker(numFaces: numFaces)
            for frame in frames {
                let rgb = try frame.pixels.convertedToRGB()
                let found = try landmarker.detect(
                    videoFrame: MPImage(pixelBuffer: rgb), timestampInMilliseconds: frame.timestampInMilliseconds)
                try #require(found.faceLandmarks.count == expected[frame.index].count)
                var residual = Residual()
                try residual.add(found, expected[frame.index], width: rgb.width, height: rgb.height)
                let rounding = 0.6e-6 * Double(max(rgb.width, rgb.height))
                let place = "\(name), \(numFaces) faces, frame \(frame.index)"
                #expect(residual.position <= (isTurned ? 0.15 : rounding), "\(place)")
                // Rounding of the runtime, whose kernels depend on the processor: 2.3e-6 at most on an AMD EPYC.
                #expect(residual.blendshape <= (isTurned ? 0.01 : 3e-6), "\(place)")
                #expect(residual.rotation <= (isTurned ? 1e-3 : 3e-6), "\(place)")
                #expect(residual.translation <= (isTurned ? 0.02 : 4e-4), "\(place)")
            }
        }
    }

    @Test(arguments: Reference.videoNames)
    func detectorEqualsTheReference(name: String) throws {
        let reference = try Reference.video(name)
        let options = FaceDetectorOptions()
        options.runningMode = .video
        let detector = try FaceDetector(options: options)
        for frame in try frames(of: reference) where !Self.turned.contains(name) {
            let rgb = try frame.pixels.convertedToRGB()
            let found = try detector.detect(
                videoFrame: MPImage(pixelBuffer: rgb), timestampInMilliseconds: frame.timestampInMilliseconds
            ).detections
            let expected = reference.detections[frame.index]
            try #require(found.count == expected.count)
            var residual = Residual()
            try residual.add(found, expected, width: rgb.width, height: rgb.height)
            #expect(residual.box == 0 && residual.score <= 1e-6)
        }
    }

    /// Frames are sampled directly from the decoder's planes. The colors of the sampled part equal those of the frame's
    /// conversion to RGB bit for bit, and therefore so do the landmarks.
    @Test(arguments: Reference.videoNames)
    func planesEqualRGB(name: String) throws {
        let reference = try Reference.video(name)
        let (fromPlanes, fromRGB) = (try landmarker(numFaces: 1), try landmarker(numFaces: 1))
        for frame in try frames(of: reference) {
            let results = try [(fromPlanes, frame.pixels), (fromRGB, frame.pixels.convertedToRGB())].map {
                try $0.detect(
                    videoFrame: MPImage(pixelBuffer: $1), timestampInMilliseconds: frame.timestampInMilliseconds)
            }
            try #require(results[0].faceLandmarks.count == results[1].faceLandmarks.count)
            for (mine, other) in try pairs(results[0].faceLandmarks.joined(), results[1].faceLandmarks.joined()) {
                #expect(mine.x == other.x && mine.y == other.y && mine.z == other.z, "frame \(frame.index)")
            }
        }
    }
}
