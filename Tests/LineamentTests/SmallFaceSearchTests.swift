import Foundation
import TestSupport
import Testing

@testable import Lineament

/// The search for small faces with YuNet.
@Suite(.timeLimit(.minutes(60)), .enabled(if: TestData.hasYuNet, "\(TestData.yuNetIsAbsentMessage)"))
struct SmallFaceSearchTests {
    /// Returns a photo of 2.4 megapixels with a face of 16 pixels, which is seen at the full size only.
    private func photo() throws -> DerivedPixels {
        var photo = DerivedPixels(width: 1600, height: 1500, red: 128, green: 128, blue: 128)
        photo.paste(try DerivedPixels.sample().scaled(width: 80, height: 80), x: 800, y: 700)
        return photo
    }

    /// Levels too large for all four rotations are searched in the image's displayed orientation, not the stored one.
    @Test(arguments: [(90, MPImage.Orientation.left), (180, .down), (270, .right)])
    func largeSizesAreSearchedUpright(degrees: Int, orientation: MPImage.Orientation) throws {
        let options = FaceDetectorOptions()
        options.range = .auto
        let detector = try FaceDetector(options: options)
        let upright = try #require(try detector.detect(image: photo().image()).detections.first?.boundingBox)
        let image = try photo().turned(degrees).image(orientation: orientation)
        let faces = try detector.detect(image: image).detections
        #expect(faces.count == 1)
        let center = try UprightImage(image).stored(SIMD2(Float(upright.midX), Float(upright.midY)))
        #expect(faces.first?.boundingBox.contains(CGPoint(x: CGFloat(center.x), y: CGFloat(center.y))) == true)
    }

    /// Without a search there is nothing that speaks against a detection: a budget must not lose what MediaPipe detects.
    @Test func aSearchCutOffByItsBudgetDropsNothing() throws {
        // Half of the face is cut off, and the score is 0.55.
        let image = try DerivedPixels.sample().cropped(x: 0, y: 0, width: 235, height: 512).image()
        let options = FaceDetectorOptions()
        let short = try FaceDetector(options: options).detect(image: image)
        try #require(short.detections.first.map { $0.score < 0.75 } == true)
        options.range = .auto
        options.maxSearchedPixels = 1
        #expect(try FaceDetector(options: options).detect(image: image) == short)
    }

    /// The search below faces uses the displayed orientation, too.
    @Test(arguments: [(90, MPImage.Orientation.left), (180, .down), (270, .right)])
    func peopleAreLookedForBelowUprightFaces(degrees: Int, orientation: MPImage.Orientation) throws {
        let options = PoseLandmarkerOptions()
        options.separation = .distinct
        let stages = try PoseLandmarker(options: options).task.pipeline.stages
        let image = try photo().turned(degrees).image(orientation: orientation)
        for (pixels, rotation) in [(try photo().pixelBuffer(), 0), (image.pixels, try image.regionRotation)] {
            #expect(try stages.faces(in: pixels, rotation: rotation, isUprightCertain: false).count == 1)
        }
    }
}
