// SPDX-License-Identifier: Apache-2.0
import Foundation
import Locking
import TestSupport
import Testing

@testable import Lineament

/// Custom detectors, and the tracker and smoother used on their own.
@Suite struct ExtensionPointTests {
    private struct FixedDetector: FaceDetecting {
        let detections: [Detection]
        func faces(in image: MPImage) throws -> [Detection] { detections }
    }

    /// A custom detector with the detections of the built-in one gives the same landmarks.
    @Test func theLandmarkerUsesACustomDetector() throws {
        let image = try Sample.image()
        let detector = try FaceDetector(options: FaceDetectorOptions())
        let options = FaceLandmarkerOptions()
        let expected = try FaceLandmarker(options: options).detect(image: image).faces[0].landmarks[.noseTip]
        let detections = try detector.faces(in: image)
        let boxOnly = detections.map { Detection(categories: [], boundingBox: $0.boundingBox, keypoints: nil) }
        for custom in [FixedDetector(detections: detections), FixedDetector(detections: boxOnly)] {
            options.faceDetector = custom
            let nose = try #require(try FaceLandmarker(options: options).detect(image: image).faces.first)
                .landmarks[.noseTip]
            // Its boxes are in whole pixels, and without keypoints the head's roll of 4° is not corrected.
            #expect(abs(nose.x - expected.x) < 0.004)
            #expect(abs(nose.y - expected.y) < 0.004)
        }
        options.faceDetector = FixedDetector(detections: [])
        #expect(try FaceLandmarker(options: options).detect(image: image).faces.isEmpty)
        let empty = Detection(categories: [], boundingBox: .zero, keypoints: [])
        options.faceDetector = FixedDetector(detections: [empty])
        #expect(try FaceLandmarker(options: options).detect(image: image).faces.isEmpty)
    }

    /// Finds nothing, and looks at the pixels that it is given.
    private struct LookingDetector: FaceDetecting {
        let seen = Locked<[UInt8]>([])
        func faces(in image: MPImage) throws -> [Detection] {
            let bytes = try image.pixels.convertedToRGB().rgbBytes
            seen.withLock { $0 = bytes }
            return []
        }
    }

    @Test func aCustomDetectorSeesThePixels() throws {
        let detector = LookingDetector()
        let options = FaceLandmarkerOptions()
        options.faceDetector = detector
        _ = try FaceLandmarker(options: options).detect(image: Sample.image())
        #expect(try detector.seen.withLock { $0 } == Sample.pixels().rgbBytes)
    }

    /// Without keypoints a face is upright in the image as displayed.
    @Test(arguments: [(90, MPImage.Orientation.left), (180, .down), (270, .right)])
    func boxesOfRotatedImagesSuffice(degrees: Int, orientation: MPImage.Orientation) throws {
        let image = try DerivedPixels.sample().turned(degrees).image(orientation: orientation)
        let options = FaceLandmarkerOptions()
        let expected = try FaceLandmarker(options: options).detect(image: image).faces[0].landmarks
        options.faceDetector = FixedDetector(
            detections: try FaceDetector(options: FaceDetectorOptions()).faces(in: image).map {
                Detection(categories: [], boundingBox: $0.boundingBox, keypoints: nil)
            })
        let found = try #require(try FaceLandmarker(options: options).detect(image: image).faces.first).landmarks
        for landmark in [FaceMeshLandmark.noseTip, .chin] {
            let (here, there) = (found[landmark], expected[landmark])
            // The head's roll of 4° is not corrected.
            #expect(abs(here.x - there.x) < 0.01, "\(landmark)")
            #expect(abs(here.y - there.y) < 0.01, "\(landmark)")
        }
    }

    @Test func theBuiltInDetectorMeetsTheContract() throws {
        let image = try Sample.image()
        let options = FaceDetectorOptions()
        options.range = .auto
        let detector: any FaceDetecting = try FaceDetector(options: options)
        let faces = try detector.faces(in: image)
        #expect(!faces.isEmpty)
        #expect(zip(faces, faces.dropFirst()).allSatisfy { $0.score >= $1.score })
        #expect(faces.allSatisfy { $0.boundingBox.width > 0 && $0.boundingBox.height > 0 })
        #expect(faces.allSatisfy { ($0.keypoints?.count ?? 2) >= 2 })
        #expect(try detector.faces(in: image) == faces)
    }

    @Test func theTrackerAcceptsAnyBoxes() {
        var tracker = IdentityTracker()
        let size = CGSize(width: 640, height: 480)
        let boxes = [CGRect(x: 10, y: 10, width: 80, height: 80), CGRect(x: 400, y: 10, width: 80, height: 80)]
        #expect(tracker.identify(boxes, in: size, timestampInMilliseconds: 0) == [1, 2])
        #expect(tracker.identify(boxes.reversed(), in: size, timestampInMilliseconds: 33) == [2, 1])
        // Invalid times and sizes end no track.
        #expect(tracker.identify(boxes, in: .zero, timestampInMilliseconds: .min).count == 2)
        #expect(tracker.identify(boxes, in: size, timestampInMilliseconds: .max).count == 2)
    }

    @Test func theSmootherAcceptsAnyLandmarks() {
        var smoother = LandmarkSmoother()
        let size = CGSize(width: 640, height: 480)
        func points(_ x: Float) -> [NormalizedLandmark] {
            [0, 0.2].map { NormalizedLandmark(x: x + $0, y: $0, z: 0, visibility: nil, presence: nil) }
        }
        let first = smoother.smooth(points(0.4), in: size, timestampInMilliseconds: 0)
        #expect(first[0].x == 0.4)
        let second = smoother.smooth(points(0.42), in: size, timestampInMilliseconds: 33)
        #expect(second[0].x > 0.4)
        #expect(second[0].x < 0.42)
        #expect(smoother.smooth(points(0.5), in: size, timestampInMilliseconds: .max)[0].x == 0.5)
    }

    /// Timestamps in microseconds or nanoseconds are rejected with a clear error, and the session stays usable.
    @Test(arguments: [1_700_000_000_000_000, Int.max, Int.min])
    func timestampsInSmallerUnitsAreRejected(time: Int) throws {
        let options = FaceLandmarkerOptions()
        options.smoothing = .everyone
        let session = try FaceLandmarker(options: options).makeSession()
        let image = try Sample.image()
        _ = try session.detect(videoFrame: image, timestampInMilliseconds: 0)
        let error = #expect(throws: LineamentError.self) {
            try session.detect(videoFrame: image, timestampInMilliseconds: time)
        }
        #expect(error?.code == .invalidArgument)
        #expect(error?.message.contains("milliseconds") == true)
        #expect(try session.detect(videoFrame: image, timestampInMilliseconds: 40).trackIDs == [1])
    }
}
