// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

@testable import Lineament

/// Images of front cameras, whose orientation is mirrored.
@Suite struct MirroredImageTests {
    private static let mirrored: [ImageOrientation] = [.upMirrored, .downMirrored, .leftMirrored, .rightMirrored]

    /// Returns the sample photo as stored with a mirrored orientation, which is its own inverse.
    private func stored(_ orientation: ImageOrientation) throws -> MPImage {
        let pixels = try Sample.pixels().upright(from: orientation)
        return try MPImage(pixelBuffer: pixels, orientation: MPImage.Orientation(orientation))
    }

    /// Returns the distance in pixels between a landmark of the upright photo and that of the stored one.
    private func distance(
        _ upright: NormalizedLandmark, _ stored: NormalizedLandmark, _ orientation: ImageOrientation
    ) throws -> Float {
        let side = try Float(Sample.pixels().width)
        let image = try UprightImage(Sample.pixels().upright(from: orientation), orientation: orientation)
        let expected = image.stored(SIMD2(upright.x, upright.y) * side)
        let difference = expected - SIMD2(stored.x, stored.y) * side
        return (difference * difference).sum().squareRoot()
    }

    @Test(arguments: mirrored) func theyAreRefusedByDefault(orientation: ImageOrientation) throws {
        let detector = try FaceDetector(options: FaceDetectorOptions())
        let error = #expect(throws: LineamentError.self) { try detector.detect(image: stored(orientation)) }
        #expect(error?.code == .invalidArgument)
        #expect(error?.recoverySuggestion?.contains("acceptsMirroredOrientations") == true)
    }

    @Test(arguments: mirrored) func facesKeepTheirLeftAndRight(orientation: ImageOrientation) throws {
        let options = FaceLandmarkerOptions()
        options.acceptsMirroredOrientations = true
        options.outputFaceBlendshapes = true
        let landmarker = try FaceLandmarker(options: #require(options.copy() as? FaceLandmarkerOptions))
        let upright = try #require(try landmarker.detect(image: Sample.image()).faces.first)
        let session = landmarker.makeSession()
        let image = try stored(orientation)
        let faces = try [
            landmarker.detect(image: image), session.detect(videoFrame: image, timestampInMilliseconds: 0),
            session.detect(videoFrame: image, timestampInMilliseconds: 40),
        ].map { try #require($0.faces.first) }
        for face in faces {
            for index in [1, 33, 263, 61, 291] {
                #expect(try distance(upright.landmarks[index], face.landmarks[index], orientation) < 3)
            }
        }
        if orientation == .upMirrored { #expect(upright.blendshapes == faces[0].blendshapes) }
        let detection = FaceDetectorOptions()
        detection.acceptsMirroredOrientations = true
        let found = try #require(try FaceDetector(options: detection).detect(image: image).detections.first)
        #expect(found.boundingBox.contains(faces[0].landmarks[.noseTip].position(in: CGSize(width: 512, height: 512))))
        let eye = try #require(found[.leftEye]).position(in: CGSize(width: 512, height: 512))
        let iris = faces[0].landmarks[473].position(in: CGSize(width: 512, height: 512))
        #expect(abs(eye.x - iris.x) < 8)
        #expect(abs(eye.y - iris.y) < 8)
    }

    /// A box that extends past an edge of the flipped image is not moved by as much in the stored one.
    @Test func facesAtTheEdgeStayInPlace() throws {
        let stored = try DerivedPixels.sample().cropped(x: 0, y: 0, width: 245, height: 512).pixelBuffer()
        let options = FaceDetectorOptions()
        options.acceptsMirroredOrientations = true
        let detector = try FaceDetector(options: options)
        let flipped = try UprightImage(stored, orientation: .upMirrored).pixels
        let faces = try detector.task.pipeline.detector.faces(
            in: flipped, region: .wholeImage(flipped.size), minScore: 0.5, iouThreshold: 0.3)
        let face = try #require(faces.first)
        try #require(face.box.minimum.x < -0.02)
        let image = try MPImage(pixelBuffer: stored, orientation: .upMirrored)
        let box = try #require(try detector.detect(image: image).detections.first?.boundingBox)
        #expect(Float(box.minX) == ((1 - face.box.maximum.x) * 245).rounded(.down))
        #expect(Float(box.width) == (face.box.size.x * 245).rounded(.down))
    }

    /// The matrix stays a rotation and a translation, and tells what the stored image shows.
    @Test func aHeadTiltsToTheOtherSide() throws {
        let options = FaceLandmarkerOptions()
        options.acceptsMirroredOrientations = true
        options.outputFacialTransformationMatrixes = true
        let landmarker = try FaceLandmarker(options: options)
        let upright = try #require(try landmarker.detect(image: Sample.image()).faces.first)
        let face = try #require(try landmarker.detect(image: stored(.upMirrored)).faces.first)
        let (angles, flipped) = try (#require(upright.angles), #require(face.angles))
        #expect(abs(angles.roll + flipped.roll) < 0.5)
        #expect(abs(angles.yaw + flipped.yaw) < 0.5)
        #expect(abs(angles.pitch - flipped.pitch) < 0.5)
        let (one, other) = try (#require(upright.transformationMatrix), #require(face.transformationMatrix))
        #expect(abs(one[row: 0, column: 3] + other[row: 0, column: 3]) < 0.1)
        #expect(abs(one[row: 2, column: 3] - other[row: 2, column: 3]) < 0.1)
        #expect(other[row: 3, column: 3] == 1)
    }

    @Test func bodiesAreFlippedWithTheirMasks() throws {
        let options = PoseLandmarkerOptions()
        options.acceptsMirroredOrientations = true
        options.shouldOutputSegmentationMasks = true
        let landmarker = try PoseLandmarker(options: options)
        let upright = try #require(try landmarker.detect(image: Sample.image()).poses.first)
        let pose = try #require(try landmarker.detect(image: stored(.upMirrored)).poses.first)
        for joint in [PoseLandmark.nose, .leftShoulder, .rightShoulder] {
            #expect(try distance(upright[joint], pose[joint], .upMirrored) < 0.01)
            #expect(abs(upright.worldLandmarks[joint].x + pose.worldLandmarks[joint].x) < 1e-5)
        }
        let (mask, flipped) = try (#require(upright.segmentationMask), #require(pose.segmentationMask))
        for (x, y) in [(150, 300), (256, 256), (400, 450)] {
            #expect(mask[x: x, y: y] == flipped[x: mask.width - 1 - x, y: y])
        }
    }

    @Test func framesWithPlanesAreFlippedToo() throws {
        let options = FaceDetectorOptions()
        options.acceptsMirroredOrientations = true
        let pixels = try Sample.pixels().upright(from: .upMirrored).convertedToChroma(.nv12FullRange)
        let image = try MPImage(pixelBuffer: pixels, orientation: .upMirrored)
        #expect(try FaceDetector(options: options).detect(image: image).detections.count == 1)
    }
}
