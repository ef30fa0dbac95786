// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

@testable import Lineament

/// The search for small faces with YuNet.
@Suite(.enabled(if: TestData.hasYuNet, "\(TestData.yuNetIsAbsentMessage)"))
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
            let faces = try #require(stages.faceSearch).faces(
                in: pixels, upright: QuarterTurn(nearest: rotation), isUprightCertain: false)
            #expect(faces.confident.count == 1)
        }
    }

    private func search() throws -> PyramidFaceSearch {
        try #require(
            try FaceDetectorFactory.pyramidSearch(
                threading: Threading(BaseOptions()), maxSearchedPixels: FaceDetectorOptions().maxSearchedPixels))
    }

    /// A search that goes on from frame to frame sees the same, in the same order, as one of a single image.
    @Test(arguments: [1, 100_000, 1_000_000])
    func aSearchInPartsFindsTheSame(maxPixels: Int) throws {
        let (pixels, search) = (try photo().pixelBuffer(), try search())
        let whole = try search.faces(in: pixels, upright: .none, isUprightCertain: false)
        var run = search.begin(in: pixels, upright: .none, isUprightCertain: false)
        var (seen, steps) = ([YuNetDetection](), 0)
        while !run.isOver {
            seen += try search.advance(&run, in: pixels, maxPixels: maxPixels)
            steps += 1
        }
        #expect(steps > (maxPixels > 100_000 ? 2 : 30))
        #expect(try run.faces().map(\.center) == whole.confident.map(\.center))
        #expect(seen.contains { $0.center == whole.confident[0].center })
    }

    /// What is looked at together has at most the requested number of pixels, or is one tile.
    @Test func partsKeepToTheirSize() throws {
        let (pixels, search) = (try photo().pixelBuffer(), try search())
        var run = search.begin(in: pixels, upright: .none, isUprightCertain: false)
        var count = 0
        while case let parts = try run.next(maxPixels: 200_000), !parts.isEmpty {
            #expect(parts.count == 1 || parts.reduce(0) { $0 + $1.area } <= 200_000)
            count += parts.count
        }
        // Nothing is found, so the full size is looked at whole: 2.4 megapixels in tiles of 320 × 256.
        #expect(run.isOver)
        #expect(count > 30)
    }

    /// Somebody small who comes into a video is found within the half second between searches and the time that one takes.
    @Test func aSmallFaceIsFoundFrameByFrame() throws {
        let options = FaceLandmarkerOptions()
        (options.range, options.numFaces) = (.auto, 5)
        let session = try FaceLandmarker(options: options).makeSession()
        let (image, empty) = (
            try photo().image(), DerivedPixels(width: 1600, height: 1500, red: 128, green: 128, blue: 128)
        )
        let nobody = try empty.image()
        var counts: [Int] = []
        for frame in 0..<60 {
            let result = try session.detect(
                videoFrame: frame < 5 ? nobody : image, timestampInMilliseconds: frame * 40)
            counts.append(result.faceLandmarks.count)
        }
        let first = try #require(counts.firstIndex(of: 1))
        #expect(first < 5 + 2 * 13, "found in frame \(first)")
        #expect(counts[first...].allSatisfy { $0 == 1 })
    }

    @Test func theFirstFrameIsSearchedWhole() throws {
        let options = FaceLandmarkerOptions()
        (options.range, options.numFaces) = (.auto, 5)
        let landmarker = try FaceLandmarker(options: options)
        let image = try photo().image()
        let first = try landmarker.makeSession().detect(videoFrame: image, timestampInMilliseconds: 0)
        #expect(first.faceLandmarks.count == 1)
        #expect(try landmarker.detect(image: image).faceLandmarks.count == 1)
    }

    /// In a live stream of one frame per second, each has time for a whole search.
    @Test func framesFarApartAreSearchedWhole() throws {
        let (pixels, search) = (try photo().pixelBuffer(), try search())
        var video = VideoFaceSearch()
        #expect(video.share(of: pixels, timestamp: 0) == nil)
        let next = video.share(of: pixels, timestamp: 1000)
        let share = try #require(next)
        let seen = try video.advance(
            search, in: pixels, timestamp: 1000, share: share, upright: .none, isUprightCertain: false)
        #expect(seen.count == 1)
    }
}
