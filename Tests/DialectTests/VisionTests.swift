// SPDX-License-Identifier: Apache-2.0
import Foundation
import Lineament
import LineamentVision
import TestSupport
import Testing

@Suite struct VisionTests {
    /// Programs pair the results of several requests by their identifiers.
    @Test func requestsAboutOneImageNameAFaceAlike() throws {
        let rectangles = VNDetectFaceRectanglesRequest()
        let (quality, landmarks) = (VNDetectFaceCaptureQualityRequest(), VNDetectFaceLandmarksRequest())
        try VNImageRequestHandler(url: Sample.url).perform([rectangles, quality, landmarks])
        let identifiers = rectangles.results?.map(\.uuid)
        #expect(identifiers?.count == 1)
        #expect(quality.results?.map(\.uuid) == identifiers)
        #expect(landmarks.results?.map(\.uuid) == identifiers)
        try VNImageRequestHandler(url: Sample.url).perform([rectangles])
        #expect(rectangles.results?.map(\.uuid) != identifiers)
    }

    @Test func rectanglesHaveAnglesAndNoLandmarks() async throws {
        let faces = try await DetectFaceRectanglesRequest().perform(on: Sample.url)
        let face = try #require(faces.first)
        #expect(faces.count == 1)
        #expect(face.confidence > 0.7)
        #expect(face.landmarks == nil)
        #expect(face.captureQuality == nil)
        // 177, 82, 95, 95 from the upper left corner of 512.
        let box = face.boundingBox.toImageCoordinates(CGSize(width: 512, height: 512), origin: .upperLeft)
        #expect(abs(box.minX - 177) < 2)
        #expect(abs(box.minY - 82) < 2)
        #expect(abs(box.width - 95) < 2)
        #expect(abs(face.yaw.converted(to: .degrees).value) < 10)
        #expect(face.pitch.value > 0)
        #expect(face.originatingRequestDescriptor == .detectFaceRectanglesRequest(.revision3))
    }

    @Test func regionsHaveTheDocumentedCountsAndPositions() async throws {
        let face = try #require(try await DetectFaceLandmarksRequest().perform(on: Data(contentsOf: Sample.url)).first)
        let landmarks = try #require(face.landmarks)
        let counts: [(FaceObservation.Landmarks2D.Region, Int)] = [
            (landmarks.allPoints, 76), (landmarks.faceContour, 17), (landmarks.leftEyebrow, 6),
            (landmarks.rightEyebrow, 6), (landmarks.leftEye, 6), (landmarks.rightEye, 6), (landmarks.leftPupil, 1),
            (landmarks.rightPupil, 1), (landmarks.nose, 8), (landmarks.noseCrest, 6), (landmarks.medianLine, 10),
            (landmarks.outerLips, 14), (landmarks.innerLips, 6),
        ]
        for (region, count) in counts { #expect(region.points.count == count) }
        #expect(Set(landmarks.allPoints.points).count == 76)
        // Left is the viewer's; y increases upward.
        #expect(landmarks.leftEye.points[0].x < landmarks.rightEye.points[0].x)
        #expect(landmarks.leftEye.points[0].y > landmarks.outerLips.points[0].y)
        let size = CGSize(width: 512, height: 512)
        let pupil = landmarks.leftPupil.pointsInImageCoordinates(size, origin: .upperLeft)[0]
        #expect(abs(pupil.x - 203.5) < 1)
        #expect(abs(pupil.y - 101.1) < 1)
        #expect(landmarks.leftPupil.pointsInImageCoordinates(size)[0].y == 512 - pupil.y)
    }

    /// Vision's older API gives the same results.
    @Test func olderNamesGiveTheSameResults() async throws {
        let request = VNDetectFaceLandmarksRequest()
        request.revision = VNDetectFaceLandmarksRequestRevision3
        request.constellation = .constellation76Points
        nonisolated(unsafe) var calls: [Int] = []
        let boxes = VNDetectFaceRectanglesRequest { request, error in
            calls.append(error == nil ? request.results?.count ?? -1 : -2)
        }
        try VNImageRequestHandler(url: Sample.url).perform([request, boxes])
        let now = try #require(try await DetectFaceLandmarksRequest().perform(on: Sample.url).first)
        let face = try #require((request.results ?? []).first)
        #expect(calls == [1])
        #expect(boxes.results?.first?.boundingBox == face.boundingBox)
        #expect(face.boundingBox == now.boundingBox.cgRect)
        #expect(face.yaw?.doubleValue == now.yaw.value)
        #expect(face.landmarks?.leftEye?.normalizedPoints == now.landmarks?.leftEye.points.map(\.cgPoint))
        #expect(face.landmarks?.allPoints?.pointCount == 76)
        let size = CGSize(width: 512, height: 512)
        let pupil = try #require(face.landmarks?.leftPupil)
        #expect(pupil.pointsInImage(imageSize: size) == now.landmarks?.leftPupil.pointsInImageCoordinates(size))
        #expect(VNImageRectForNormalizedRect(VNNormalizedIdentityRect, 4, 3) == CGRect(x: 0, y: 0, width: 4, height: 3))

        let given = VNDetectFaceCaptureQualityRequest()
        given.inputFaceObservations = request.results
        try VNSequenceRequestHandler().perform([given], onImageURL: Sample.url)
        #expect((given.results?.first?.faceCaptureQuality ?? 0) > 0.1)
    }

    /// A request that fails does not prevent the results of others.
    @Test func olderRequestsFailIndependently() throws {
        let (wrong, right) = (VNDetectFaceLandmarksRequest(), VNDetectFaceRectanglesRequest())
        wrong.revision = VNDetectFaceLandmarksRequestRevision2
        let handler = VNImageRequestHandler(url: Sample.url)
        #expect(code { try handler.perform([wrong, right]) } == .unsupportedRevision)
        #expect(wrong.results == nil)
        #expect(right.results?.count == 1)
        wrong.revision = 3
        wrong.constellation = .constellation65Points
        #expect(code { try handler.perform([wrong]) } == .invalidArgument)
        #expect(code { try handler.perform([VNRequest()]) } == .unsupportedRequest)
        #expect(code { try VNImageRequestHandler(data: Data()).perform([right]) } == .invalidImage)
        #expect(right.results == nil)
        let missing = URL(fileURLWithPath: "/no/such.jpg")
        #expect(code { try VNSequenceRequestHandler().perform([right], onImageURL: missing) } == .ioError)
        #expect((VisionError.timeout("late") as NSError).code == VNErrorCode.timeout.rawValue)
    }

    /// Returns the code of the error that the older API throws, which is a real `NSError`.
    private func code(_ body: () throws -> Void) -> VNErrorCode? {
        do {
            try body()
            return nil
        } catch let error as NSError {
            #expect(error.domain == VNErrorDomain)
            #expect(!error.localizedDescription.isEmpty)
            return VNErrorCode(rawValue: error.code)
        } catch {
            return nil
        }
    }

    @Test func revisionsHaveTheAnglesOfTheirTime() throws {
        let handler = VNImageRequestHandler(url: Sample.url, options: [.properties: [String: Any]()])
        let request = VNDetectFaceRectanglesRequest()
        #expect(request.revision == VNDetectFaceRectanglesRequestRevision3)
        request.preferBackgroundProcessing = true
        for revision in [VNDetectFaceRectanglesRequestRevision1, VNDetectFaceRectanglesRequestRevision2, 3] {
            request.revision = revision
            try handler.perform([request])
            let face = try #require(request.results?.first)
            #expect(face.requestRevision == revision)
            #expect((face.roll != nil) == (revision >= 2))
            #expect((face.yaw != nil) == (revision >= 2))
            #expect((face.pitch != nil) == (revision >= 3))
        }
    }

    /// An angle that nobody has measured is not 0.
    @Test func unknownAnglesStayUnknown() throws {
        let request = VNDetectFaceCaptureQualityRequest()
        let corner = VNFaceObservation(boundingBox: CGRect(x: 0.9, y: 0, width: 0.05, height: 0.05))
        let turned = VNFaceObservation(
            requestRevision: 3, boundingBox: corner.boundingBox, roll: 0.5, yaw: nil, pitch: 0.25)
        request.inputFaceObservations = [corner, turned]
        try VNImageRequestHandler(url: Sample.url).perform([request])
        let results = try #require(request.results)
        #expect(results.map(\.roll) == [nil, 0.5])
        #expect(results.map(\.pitch) == [nil, 0.25])
        #expect(NSNumber(value: 2.7).integerValue == 2)
        #expect(results.allSatisfy { $0.yaw == nil })
    }

    @Test func aRequestCanBeCanceledByAnEarlierOne() throws {
        let later = VNDetectFaceLandmarksRequest()
        nonisolated(unsafe) let canceled = later
        let first = VNDetectFaceRectanglesRequest { _, _ in canceled.cancel() }
        let handler = VNImageRequestHandler(url: Sample.url)
        #expect(code { try handler.perform([first, later]) } == .requestCancelled)
        #expect(first.results?.count == 1)
        #expect(later.results == nil)
        try handler.perform([later])
        #expect(later.results?.count == 1)
    }

    @Test func inputFacesAreProcessed() async throws {
        let found = try await DetectFaceRectanglesRequest().perform(on: Sample.url)
        var request = DetectFaceLandmarksRequest()
        request.inputFaceObservations = found.filter { $0.confidence > 0.7 }
        let face = try #require(try await request.perform(on: Sample.url).first)
        #expect(face.landmarks != nil)
        #expect(face.boundingBox == found[0].boundingBox)
        #expect(face.uuid == found[0].uuid)
        #expect(face.confidence == found[0].confidence)
        request.inputFaceObservations = [
            FaceObservation(boundingBox: NormalizedRect(x: 0.33, y: 0.64, width: 0.2, height: 0.2))
        ]
        let guessed = try #require(try await request.perform(on: Sample.url).first?.landmarks)
        let pupil = guessed.leftPupil.pointsInImageCoordinates(CGSize(width: 512, height: 512), origin: .upperLeft)[0]
        #expect(abs(pupil.x - 203.5) < 4)
        #expect(abs(pupil.y - 101.1) < 4)
        request.inputFaceObservations = []
        #expect(try await request.perform(on: Sample.url).isEmpty)
    }

    /// Order, identifiers and qualities of given faces are kept, whether or not there is a face.
    @Test func inputFacesKeepWhatIsKnown() async throws {
        let rated = try #require(try await DetectFaceCaptureQualityRequest().perform(on: Sample.url).first)
        let nobody = FaceObservation(boundingBox: NormalizedRect(x: 0.02, y: 0.02, width: 0.1, height: 0.1))
        var request = DetectFaceLandmarksRequest()
        request.inputFaceObservations = [nobody, rated]
        let faces = try await request.perform(on: Sample.url)
        try #require(faces.map(\.uuid) == [nobody.uuid, rated.uuid])
        #expect(faces[0].landmarks == nil)
        #expect(faces[1].landmarks != nil)
        #expect(faces[1].captureQuality == rated.captureQuality)
        #expect(faces[1].originatingRequestDescriptor == .detectFaceLandmarksRequest(.revision3))

        var quality = DetectFaceCaptureQualityRequest()
        quality.inputFaceObservations = faces
        let again = try await quality.perform(on: Sample.url)
        #expect(again[1].landmarks == faces[1].landmarks)
        #expect(again[1].uuid == rated.uuid)
        let scores = try [again[1], rated].map { try #require($0.captureQuality).score }
        #expect(abs(scores[0] - scores[1]) < 0.02)
    }

    /// The rotation of a face in a box that the caller drew is detected.
    @Test func aDrawnBoxAroundALyingFaceHasLandmarks() async throws {
        let lying = try CGImage(pixelBuffer: Sample.pixels().upright(from: .right))
        var request = DetectFaceLandmarksRequest()
        // The face is at 177, 82, 95, 95 of 512 in the upright photo.
        let box = CGRect(x: 512 - 82 - 95, y: 512 - 177 - 95, width: 95, height: 95)
        let size = CGSize(width: 512, height: 512)
        request.inputFaceObservations = [FaceObservation(boundingBox: NormalizedRect(imageRect: box, in: size))]
        let face = try #require(try await request.perform(on: lying).first)
        let pupil = try #require(face.landmarks).leftPupil.pointsInImageCoordinates(size, origin: .upperLeft)[0]
        #expect(abs(pupil.x - (512 - 101.1)) < 5)
        #expect(abs(pupil.y - 203.5) < 5)
        #expect(abs(abs(face.roll.converted(to: .degrees).value) - 90) < 10)
    }

    @Test func severalRequestsShareOneImage() async throws {
        let handler = ImageRequestHandler(Sample.url)
        let (boxes, faces, quality) = try await handler.perform(
            DetectFaceRectanglesRequest(), DetectFaceLandmarksRequest(), DetectFaceCaptureQualityRequest())
        try #require(boxes.count == 1)
        try #require(faces.count == 1)
        #expect(boxes[0].boundingBox == faces[0].boundingBox)
        let score = try #require(quality.first?.captureQuality?.score)
        #expect(score > 0)
        #expect(score < 1)
        var results: [VisionResult] = []
        let requests: [any VisionRequest] = [DetectFaceRectanglesRequest(), DetectHumanBodyPoseRequest()]
        for await result in handler.performAll(requests) {
            results.append(result)
        }
        guard case .detectHumanBodyPose(_, let bodies) = results.last else {
            Issue.record("no body")
            return
        }
        #expect(results.count == 2)
        try #require(bodies.count == 1)
        var outside = DetectFaceRectanglesRequest()
        outside.regionOfInterest = NormalizedRect(x: 2, y: 0, width: 1, height: 1)
        for await result in handler.performAll([outside]) {
            guard case .error(let request, let error) = result, case .outOfBoundsError = error as? VisionError else {
                Issue.record("\(result)")
                continue
            }
            #expect(request.descriptor == outside.descriptor)
        }
        let neck = try #require(bodies[0].joint(for: .neck))
        #expect(neck.location.y > 0.4)
        #expect(bodies[0].allJoints(in: .face).count == 5)
        #expect(bodies[0].allJoints().count == 19)
    }

    /// Of the same photo, sharp and blurred, bright and dark, the better version has the higher score.
    @Test func qualityRanksPhotosOfOnePerson() async throws {
        let sharp = try Sample.pixels()
        func score(_ pixels: PixelBuffer) async throws -> Float {
            let found = try await DetectFaceCaptureQualityRequest().perform(on: CIImage(pixelBuffer: pixels))
            return try #require(found.first?.captureQuality?.score)
        }
        let original = try await score(sharp)
        #expect(try await score(sharp.blurred(radius: 1)) < original)
        #expect(try await score(sharp.blurred(radius: 3)) < score(sharp.blurred(radius: 1)))
        #expect(try await score(sharp.scaled(by: 0.3)) < original)
    }

    @Test func aRegionOfTheImageCanBeProcessed() async throws {
        var request = DetectFaceRectanglesRequest()
        request.regionOfInterest = NormalizedRect(x: 0, y: 0, width: 1, height: 0.4)
        #expect(try await request.perform(on: Sample.url).isEmpty)
        request.regionOfInterest = NormalizedRect(x: 0.2, y: 0.5, width: 0.5, height: 0.5)
        let face = try #require(try await request.perform(on: Sample.url).first)
        #expect(abs(face.boundingBox.cgRect.midX - 0.44) < 0.02)
        // Within the rounding that a region may have, but beyond the last pixel.
        request.regionOfInterest = NormalizedRect(x: 1, y: 0, width: 1e-7, height: 1)
        #expect(try await request.perform(on: Sample.url).isEmpty)
        request.regionOfInterest = NormalizedRect(x: 0.5, y: 0.5, width: 0.6, height: 0.5)
        await #expect(throws: VisionError.self) { try await request.perform(on: Sample.url) }
    }

    @Test func badInputThrowsVisionErrors() async throws {
        let request = DetectFaceRectanglesRequest()
        let missing = await #expect(throws: VisionError.self) {
            try await request.perform(on: URL(fileURLWithPath: "/no/such.jpg"))
        }
        guard case .ioError(let message) = missing else {
            Issue.record("\(String(describing: missing))")
            return
        }
        #expect(message.contains("/no/such.jpg"))
        #expect(missing?.localizedDescription == message)
        await #expect(throws: VisionError.self) { try await request.perform(on: Data("no picture".utf8)) }
    }

    @Test func observationsAreCodable() async throws {
        let face = try #require(try await DetectFaceLandmarksRequest().perform(on: Sample.url).first)
        let data = try JSONEncoder().encode(face)
        #expect(try JSONDecoder().decode(FaceObservation.self, from: data) == face)
        let object = DetectedObjectObservation(VNDetectedObjectObservation(boundingBox: face.boundingBox.cgRect))
        #expect(object.boundingBox == face.boundingBox)
        #expect(object.confidence == 1)
        let encoded = try JSONEncoder().encode(object)
        #expect(try JSONDecoder().decode(DetectedObjectObservation.self, from: encoded) == object)
    }

    @Test func rectanglesConvert() {
        let size = CGSize(width: 200, height: 100)
        let rect = NormalizedRect(imageRect: CGRect(x: 20, y: 10, width: 40, height: 20), in: size)
        #expect(rect.cgRect == CGRect(x: 0.1, y: 0.1, width: 0.2, height: 0.2))
        #expect(rect.toImageCoordinates(size) == CGRect(x: 20, y: 10, width: 40, height: 20))
        let flipped = rect.toImageCoordinates(size, origin: .upperLeft)
        #expect(abs(flipped.minY - 70) < 1e-9)
        #expect(flipped.height == 20)
        let point = NormalizedPoint(x: 0.5, y: 0.5)
        #expect(point.toImageCoordinates(from: rect, imageSize: size) == CGPoint(x: 40, y: 20))
        #expect(NormalizedPoint(imagePoint: CGPoint(x: 40, y: 20), in: size, normalizedTo: rect).x == 0.5)
        #expect(NormalizedRect.fullImage.verticallyFlipped() == .fullImage)
    }
}

extension PixelBuffer {
    fileprivate func blurred(radius: Int) throws -> PixelBuffer {
        let rgb = rgbBytes
        var bytes = rgb
        for y in 0..<height {
            for x in 0..<width {
                for channel in 0..<3 {
                    var (sum, count) = (0, 0)
                    for dy in -radius...radius {
                        for dx in -radius...radius where (0..<height).contains(y + dy) && (0..<width).contains(x + dx) {
                            sum += Int(rgb[((y + dy) * width + x + dx) * 3 + channel])
                            count += 1
                        }
                    }
                    bytes[(y * width + x) * 3 + channel] = UInt8(sum / count)
                }
            }
        }
        return try PixelBuffer(copying: bytes, width: width, height: height, format: .rgb8)
    }

    fileprivate func scaled(by factor: Double) throws -> PixelBuffer {
        let rgb = rgbBytes
        let (w, h) = (Int(Double(width) * factor), Int(Double(height) * factor))
        var bytes = [UInt8](repeating: 0, count: w * h * 3)
        for y in 0..<h {
            for x in 0..<w {
                let from = (Int(Double(y) / factor) * width + Int(Double(x) / factor)) * 3
                for channel in 0..<3 { bytes[(y * w + x) * 3 + channel] = rgb[from + channel] }
            }
        }
        return try PixelBuffer(copying: bytes, width: w, height: h, format: .rgb8)
    }
}
