// SPDX-License-Identifier: Apache-2.0
import Foundation
import Lineament
import LineamentMLKit
import TestSupport
import Testing

@Suite struct MLKitPoseTests {
    private func detector(_ mode: PoseDetectorMode = .singleImage) -> PoseDetector {
        let options = PoseDetectorOptions()
        #expect(options.detectorMode == .stream)
        options.detectorMode = mode
        return PoseDetector.poseDetector(options: options)
    }

    private func reference() throws -> Pose {
        try #require(try detector().results(in: VisionImage(image: UIImage(pixelBuffer: Sample.pixels()))).first)
    }

    /// Positions are those of Lineament's own task, in pixels; the kind of options makes no difference.
    @Test func landmarksAreThoseOfTheLandmarker() throws {
        let options = AccuratePoseDetectorOptions()
        options.detectorMode = .singleImage
        let accurate = PoseDetector.poseDetector(options: options)
        let image = try #require(MLImage(image: UIImage(pixelBuffer: Sample.pixels())))
        let expected = try #require(
            try PoseLandmarker(options: PoseLandmarkerOptions()).detect(image: Sample.image()).poses.first)
        for detector in [detector(), accurate] {
            let found = try detector.results(in: image)
            try #require(found.count == 1)
            #expect(found[0].landmarks.map(\.type) == PoseLandmarkType.allCases)
            for (landmark, other) in zip(found[0].landmarks, expected.landmarks) {
                #expect(abs(landmark.position.x - CGFloat(other.x) * image.width) < 0.01)
                #expect(abs(landmark.position.y - CGFloat(other.y) * image.height) < 0.01)
                #expect(abs(landmark.position.z - CGFloat(other.z) * image.width) < 0.01)
                #expect(landmark.inFrameLikelihood == other.presence?.floatValue)
            }
        }
    }

    /// She is shown down to the hips, and her nose is nearer than her ears.
    @Test func likelihoodsAndDepthsMakeSense() throws {
        let pose = try reference()
        let (nose, ear) = (pose.landmark(ofType: .nose), pose.landmark(ofType: .leftEar))
        #expect(abs(nose.position.x - 223) < 5)
        #expect(abs(nose.position.y - 128) < 5)
        #expect(nose.inFrameLikelihood > 0.9)
        #expect(pose.landmark(ofType: .leftShoulder).inFrameLikelihood > 0.9)
        #expect(pose.landmark(ofType: .leftToe).inFrameLikelihood < 0.1)
        #expect(nose.position.z < ear.position.z)
        #expect(ear.position.z < 0)
        // Her left is on the right of the image.
        #expect(pose.landmark(ofType: .leftEye).position.x > pose.landmark(ofType: .rightEye).position.x)
    }

    /// Every orientation gives the same person, in coordinates of the stored frame.
    @Test(arguments: VisionDetectorImageOrientation.allCases)
    func orientedFramesGiveTheSamePerson(orientation: VisionDetectorImageOrientation) throws {
        let upright = try Sample.pixels()
        let image = VisionImage(buffer: try CMSampleBuffer(pixelBuffer: upright.stored(as: orientation)))
        let metadata = VisionImageMetadata()
        metadata.orientation = orientation
        image.metadata = metadata
        let pose = try #require(try detector().results(in: image).first)
        for (landmark, other) in zip(pose.landmarks, try reference().landmarks) {
            let (x, y) = upright.place(of: (other.position.x, other.position.y), storedAs: orientation)
            #expect(abs(landmark.position.x - x) < 1, "\(landmark.type)")
            #expect(abs(landmark.position.y - y) < 1, "\(landmark.type)")
            #expect(abs(landmark.position.z - other.position.z) < 1)
        }
    }

    /// A photo that is stored sideways or mirrored gives the same person as displayed.
    @Test(arguments: [VisionDetectorImageOrientation.rightTop, .leftBottom, .topRight, .leftTop])
    func turnedPhotosGivePositionsAsDisplayed(orientation: VisionDetectorImageOrientation) throws {
        let camera = VisionImage(buffer: try CMSampleBuffer(pixelBuffer: Sample.pixels()))
        camera.metadata = VisionImageMetadata()
        camera.metadata?.orientation = orientation
        let photo = UIImage(
            pixelBuffer: try Sample.pixels().stored(as: orientation), orientation: camera.orientation)
        let pose = try #require(try detector().results(in: VisionImage(image: photo)).first)
        for (landmark, other) in zip(pose.landmarks, try reference().landmarks) {
            #expect(abs(landmark.position.x - other.position.x) < 1, "\(landmark.type)")
            #expect(abs(landmark.position.y - other.position.y) < 1, "\(landmark.type)")
        }
    }

    /// A detector in stream mode gives what a session gives, whether the frames have timestamps or not.
    @Test(arguments: [true, false]) func streamsAreFollowed(haveTimes: Bool) throws {
        let detector = detector(.stream)
        let session = try PoseLandmarker(options: PoseLandmarkerOptions()).makeSession()
        let pixels = try Sample.pixels()
        for index in 0..<4 {
            let time = index * (haveTimes ? 40 : 33)
            // The person moves from frame to frame, so that smoothing shows.
            let frame = try pixels.part(x: index * 6, width: 480, height: pixels.height)
            let image =
                haveTimes
                ? VisionImage(buffer: try CMSampleBuffer(pixelBuffer: frame, presentationTimeInMilliseconds: time))
                : VisionImage(image: UIImage(pixelBuffer: frame))
            let found = try detector.results(in: image)
            let expected = try session.detect(
                videoFrame: MPImage(pixelBuffer: frame), timestampInMilliseconds: time
            ).poses
            try #require(found.count == 1)
            try #require(expected.count == 1)
            let nose = found[0].landmark(ofType: .nose).position
            #expect(abs(nose.x - CGFloat(expected[0][.nose].x) * 480) < 0.01, "frame \(index)")
            #expect(abs(nose.y - CGFloat(expected[0][.nose].y) * CGFloat(pixels.height)) < 0.01)
        }
    }

    /// A timestamp that does not increase, as when a video starts anew, or that cannot be used is no error.
    @Test func timesMayGoBack() throws {
        let detector = detector(.stream)
        for time in [500, 500, 0, Int.max / 1000, .min, 8_999_999_999_999, 0] {
            let frame = try CMSampleBuffer(pixelBuffer: Sample.pixels(), presentationTimeInMilliseconds: time)
            let image = VisionImage(buffer: frame)
            #expect(try detector.results(in: image).count == 1)
        }
    }

    @Test func nobodyIsAnEmptyArray() throws {
        let gray = try PixelBuffer(
            copying: [UInt8](repeating: 128, count: 64 * 64), width: 64, height: 64, format: .gray8)
        #expect(try detector().results(in: VisionImage(image: UIImage(pixelBuffer: gray))).isEmpty)
        #expect(throws: LineamentError.self) {
            try detector().results(in: VisionImage(buffer: SampleBuffer(pixelBuffer: nil)))
        }
    }

    /// The completion handler runs on the main actor, in order, and needs no annotation to use what is kept there.
    @Test @MainActor func completionsComeInOrder() async throws {
        let detector = detector(.stream)
        var heights: [Int] = []
        for height in [512, 500, 490] {
            let frame = try Sample.pixels().part(x: 0, width: 512, height: height)
            let image = VisionImage(image: UIImage(pixelBuffer: frame))
            let isLast = height == 490
            await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
                if !isLast { continuation.resume() }
                detector.process(image) { poses, error in
                    MainActor.assertIsolated()
                    #expect(error == nil)
                    #expect(poses?.count == 1)
                    heights.append(height)
                    if isLast { continuation.resume() }
                }
            }
        }
        #expect(heights == [512, 500, 490])
        let image = VisionImage(image: UIImage(pixelBuffer: try Sample.pixels()))
        #expect(try await detector.process(image).count == 1)
    }
}

extension PixelBuffer {
    /// Returns a copy of a part that begins at the upper edge.
    fileprivate func part(x: Int, width: Int, height: Int) throws -> PixelBuffer {
        try UprightImage(self, orientation: .up).cropped(x: x, y: 0, width: width, height: height).pixels
    }
}
