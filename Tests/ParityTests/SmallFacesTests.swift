import Foundation
import Lineament
import LineamentImages
import TestSupport
import Testing

/// Detection of small, large and numerous faces with `range = .auto`.
@Suite(.timeLimit(.minutes(10))) struct SmallFacesTests {
    private func detector(_ range: DetectionRange, change: (FaceDetectorOptions) -> Void = { _ in }) throws
        -> FaceDetector
    {
        let options = FaceDetectorOptions()
        options.range = range
        change(options)
        return try FaceDetector(options: options)
    }

    /// On a portrait, `.auto` gives the same detections as `.short`, MediaPipe's detector.
    @Test func autoEqualsShortOnAPortrait() throws {
        let image = try Sample.image()
        let (short, auto) = try (detector(.short).detect(image: image), detector(.auto).detect(image: image))
        #expect(short.detections == auto.detections && !short.detections.isEmpty)
    }

    @Test func errorsNameInvalidLimits() throws {
        let error = #expect(throws: LineamentError.self) { try detector(.auto) { $0.maxSearchedPixels = 0 } }
        #expect(error?.message.contains("maxSearchedPixels") == true)
    }

    @Test func unusualImageSizesDoNotFail() throws {
        let detector = try detector(.auto)
        for (width, height) in [(1, 1), (1, 3000), (3000, 2), (33, 47), (641, 481)] {
            let noise = (0..<width * height * 3).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 7) }
            let pixels = try PixelBuffer(copying: noise, width: width, height: height, format: .rgb8)
            #expect(try detector.detect(image: MPImage(pixelBuffer: pixels)).detections.isEmpty)
        }
    }

    /// All pixel formats give the same faces.
    @Test(arguments: [PixelFormat.bgra8, .nv12FullRange])
    func formatsAgree(format: PixelFormat) throws {
        let pixels = try Sample.pixels()
        let other = try format == .bgra8 ? pixels.converted(to: format) : pixels.convertedToChroma(format)
        let found = try [pixels, other].map { try detector(.auto).detect(image: MPImage(pixelBuffer: $0)).detections }
        // Without YuNet, a wrong detection with a low score depends on the last bit of a color.
        #expect(found[0].count == found[1].count || !TestData.hasYuNet)
        let boxes = try found.map { try #require($0.first).boundingBox }
        #expect(abs(boxes[0].minX - boxes[1].minX) < 3 && abs(boxes[0].maxY - boxes[1].maxY) < 3)
    }

    struct Labelled {
        var path: String
        var faces: [[Double]]
        var ignored: [[Double]]
    }

    static let labelled: [Labelled] = {
        guard let data = try? Data(contentsOf: TestData.url("groundtruth/face_boxes.json")),
            let root = try? JSONSerialization.jsonObject(with: data) as? [String: Any],
            let images = root["images"] as? [String: [String: Any]]
        else { return [] }
        return images.map { path, facts in
            let faces = (facts["faces"] as? [[String: Any]] ?? []).compactMap { $0["box"] as? [Double] }
            return Labelled(path: path, faces: faces, ignored: facts["ignore"] as? [[Double]] ?? [])
        }.sorted { $0.path < $1.path }
    }()

    /// Recall by height, and precision, on the labeled photos. The limits are slightly below the measured values 0.90,
    /// 0.995, 0.96, 1.0, 1.0 and 0.99.
    @Test(
        .enabled(if: TestData.isPresent, "\(TestData.isAbsentMessage)"),
        .enabled(if: TestData.hasYuNet, "\(TestData.yuNetIsAbsentMessage)"))
    func recallAndPrecisionReachTheMeasuredLevel() throws {
        let detector = try detector(.auto)
        let limits = [8.0, 12, 24, 48, 1e9]
        var asked = [Double](repeating: 0, count: 4)
        var found = asked
        var (right, wrong) = (0.0, 0.0)
        for picture in Self.labelled {
            let pixels = try ImageDecoder().decode(contentsOf: TestData.url(picture.path))
            let boxes = try detector.detect(image: MPImage(pixelBuffer: pixels)).detections.map(\.boundingBox)
            for face in picture.faces where face[3] >= 8 {
                let band = (limits.firstIndex { face[3] < $0 } ?? 4) - 1
                asked[band] += 1
                if boxes.contains(where: { $0.matches(face) }) { found[band] += 1 }
            }
            for box in boxes where !picture.ignored.contains(where: { box.hasCenter(in: $0) }) {
                if picture.faces.contains(where: { box.matches($0) }) { right += 1 } else { wrong += 1 }
            }
        }
        let recall = zip(found, asked).map { $0 / $1 }
        #expect(recall[0] >= 0.87 && recall[1] >= 0.98 && recall[2] >= 0.96 && recall[3] >= 0.99, "\(recall)")
        #expect(right / (right + wrong) >= 0.98)
    }

    /// A face that extends beyond the image.
    @Test func veryLargeFacesAreDetected() throws {
        let photo = try DerivedInputs.image("scaled-1024")
        let face = try #require(try detector(.short).detect(image: photo.image()).detections.first?.boundingBox)
        for share in [1.0, 0.9] {
            let side = Int(Double(face.width) * share)
            let cut = photo.cropped(
                x: Int(face.midX) - side / 2, y: Int(face.midY) - side / 2, width: side, height: side)
            #expect(try detector(.auto).detect(image: cut.image()).detections.count == 1, "\(share)")
        }
    }

    /// Any number of faces have landmarks, and IDs that they keep.
    @Test func aGroupHasLandmarks() throws {
        let options = FaceLandmarkerOptions()
        options.range = .auto
        options.numFaces = .max
        let landmarker = try FaceLandmarker(options: options)
        let name = "group-100"
        let count = try #require(try DerivedInputs.images.get().groups.first { $0.image.name == name }).faces.count
        let image = try DerivedInputs.image(name).image()
        #expect(try landmarker.detect(image: image).faceLandmarks.count == count)
        let session = landmarker.makeSession()
        for frame in 0..<3 {
            let result = try session.detect(videoFrame: image, timestampInMilliseconds: frame * 33)
            #expect(result.trackIDs.count == count && Set(result.trackIDs) == Set(1...count))
        }
    }
}

extension CGRect {
    /// Returns whether the detection matches a face by the rule of `score_faces`: sufficient overlap, or the center
    /// inside and a similar size.
    fileprivate func matches(_ face: [Double]) -> Bool {
        let other = CGRect(x: face[0], y: face[1], width: face[2], height: face[3])
        let shared = intersection(other)
        let area = width * height
        let otherArea = other.width * other.height
        let overlap = shared.isNull ? 0 : shared.width * shared.height
        return overlap / (area + otherArea - overlap) >= 0.4
            || (hasCenter(in: face) && (0.4...2.5).contains(area / otherArea))
    }

    fileprivate func hasCenter(in box: [Double]) -> Bool {
        midX >= box[0] && midX <= box[0] + box[2] && midY >= box[1] && midY <= box[1] + box[3]
    }
}
