// SPDX-License-Identifier: Apache-2.0
import Foundation
import Lineament
import TestSupport
import Testing

@testable import LineamentVision

@Suite struct VisionTrackingTests {
    /// The positions to which the photo is moved, in pixels, frame by frame.
    private static let path = [(4, 2), (10, 4), (18, 9), (24, 15), (32, 18), (36, 26), (44, 30)]

    @Test func aMovingFaceIsFollowed() throws {
        let photo = try Sample.pixels()
        let boxes = VNDetectFaceRectanglesRequest()
        let handler = VNSequenceRequestHandler()
        try handler.perform([boxes], on: CGImage(pixelBuffer: photo))
        let face = try #require(boxes.results?.first)

        let request = VNTrackObjectRequest(detectedObjectObservation: face)
        request.trackingLevel = .accurate
        for (x, y) in Self.path {
            try handler.perform([request], on: CGImage(pixelBuffer: photo.moved(right: x, down: y)))
            let object = try #require(request.results?.first)
            #expect(object.uuid == face.uuid)
            #expect(object.confidence > 0.5)
            expect(object.boundingBox, is: face.boundingBox, movedBy: (x, y), within: 6, in: photo)
            request.inputObservation = object
        }
    }

    /// Clients often create a request for each frame, and track several objects at once.
    @Test func newRequestsOfOneSequenceContinueATrack() throws {
        let photo = try Sample.pixels()
        let handler = VNSequenceRequestHandler()
        // Boxes that a user could have drawn: around the whole head, and around head and trunk.
        let drawn = [
            CGRect(x: 0.32, y: 0.62, width: 0.23, height: 0.27), CGRect(x: 0.17, y: 0.02, width: 0.47, height: 0.93),
        ]
        var objects = drawn.map { VNDetectedObjectObservation(boundingBox: $0) }
        let identifiers = objects.map(\.uuid)
        for (x, y) in [(0, 0)] + Self.path.prefix(3) {
            let requests = objects.map { VNTrackObjectRequest(detectedObjectObservation: $0) }
            try handler.perform(requests, on: CGImage(pixelBuffer: photo.moved(right: x, down: y)))
            objects = requests.compactMap { $0.results?.first }
        }
        let (x, y) = Self.path[2]
        #expect(objects.map(\.uuid) == identifiers)
        #expect(objects.allSatisfy { $0.confidence > 0.4 })
        expect(objects[0].boundingBox, is: drawn[0], movedBy: (x, y), within: 8, in: photo)
        expect(objects[1].boundingBox, is: drawn[1], movedBy: (x, y), within: 40, in: photo)
    }

    @Test func aFaceThatLeavesLosesConfidenceAndIsRecognizedAgain() async throws {
        let photo = try Sample.pixels()
        let face = try #require(try await DetectFaceRectanglesRequest().perform(on: CGImage(pixelBuffer: photo)).first)
        let request = TrackObjectRequest(detectedObject: face)
        func confidence(_ frame: PixelBuffer) async throws -> Float {
            let object = try #require(try await request.perform(on: CGImage(pixelBuffer: frame)))
            #expect(object.uuid == face.uuid)
            #expect(object.originatingRequestDescriptor == .trackObjectRequest(.revision2))
            return object.confidence
        }
        #expect(try await confidence(photo) > 0.5)
        let empty = try photo.moved(right: photo.width, down: 0)
        _ = try await confidence(empty)
        #expect(try await confidence(empty) < 0.3)
        #expect(try await confidence(photo.moved(right: 10, down: 0)) > 0.5)
        #expect(request.description.contains("trackObject"))
        #expect(request.minimumLatencyFrameCount == 1)
    }

    /// Profiles and masked faces are detected without a mesh, and may be gone in the next frame like any other face.
    @Test func aFaceWithoutAMeshLosesConfidenceAndIsRecognizedAgain() async throws {
        let photo = try Sample.pixels()
        let found = try #require(try await DetectFaceRectanglesRequest().perform(on: CGImage(pixelBuffer: photo)).first)
        let face = FaceObservation(
            uuid: UUID(), boundingBox: found.boundingBox, confidence: found.confidence, angles: .init(),
            descriptor: found.originatingRequestDescriptor)
        #expect(found.meshBox != nil)
        #expect(face.meshBox == nil)
        let request = TrackObjectRequest(detectedObject: face)
        let empty = try CGImage(pixelBuffer: photo.moved(right: photo.width, down: 0))
        for share in [Float(0.5), 0.25] {
            let lost = try #require(try await request.perform(on: empty))
            #expect(lost.confidence == face.confidence * share)
            #expect(lost.boundingBox == face.boundingBox)
        }
        let start = try #require(try await request.perform(on: CGImage(pixelBuffer: photo))).boundingBox.cgRect
        for (x, y) in Self.path {
            let frame = try CGImage(pixelBuffer: photo.moved(right: x, down: y))
            let object = try #require(try await request.perform(on: frame))
            #expect(object.uuid == face.uuid)
            #expect(object.confidence > 0.5)
            expect(object.boundingBox.cgRect, is: start, movedBy: (x, y), within: 6, in: photo)
        }
    }

    /// A drawn box would twitch in the frames in which a face shows its mesh for the first time, or loses it.
    @Test func theReportedBoxDoesNotJumpBetweenMeshAndDetection() {
        // Positions are multiples of a power of two, so that sums are exact.
        func face(movedBy x: CGFloat, hasMesh: Bool) -> ObjectTrack.Candidate {
            let mesh = CGRect(x: 0.28125 + x, y: 0.21875, width: 0.125, height: 0.25)
            return ObjectTrack.Candidate(
                detectedBox: CGRect(x: 0.25 + x, y: 0.25, width: 0.25, height: 0.25), meshBox: hasMesh ? mesh : nil,
                score: 0.75)
        }
        let drawn = CGRect(x: 0.25, y: 0.125, width: 0.25, height: 0.5)
        var track = ObjectTrack(subject: .face, start: face(movedBy: 0, hasMesh: false), shownBox: drawn)
        for (frame, hasMesh) in [false, true, true, false, true].enumerated() {
            let x = CGFloat(frame) / 64
            track = track.continued(with: [face(movedBy: x, hasMesh: hasMesh)], besides: [])
            #expect(track.isVisible)
            #expect(track.shownBox == drawn.offsetBy(dx: x, dy: 0))
        }
    }

    /// Programs detect again from time to time, and follow the same face under the new identifier.
    @Test func aFaceThatIsDetectedAgainIsFollowedAtOnce() throws {
        let photo = try Sample.pixels()
        let handler = VNSequenceRequestHandler()
        for start in [0, 3] {
            let frames = try Self.path[start...start + 3].map { x, y in
                try CGImage(pixelBuffer: photo.moved(right: x, down: y))
            }
            let boxes = VNDetectFaceRectanglesRequest()
            try handler.perform([boxes], on: frames[0])
            let face = try #require(boxes.results?.first)
            let request = VNTrackObjectRequest(detectedObjectObservation: face)
            for frame in frames.dropFirst() {
                try handler.perform([request], on: frame)
                #expect((request.results?.first?.confidence ?? 0) > 0.5)
            }
        }
    }

    @Test(arguments: [CGFloat.nan, .infinity, 0]) func boxesWithoutAnAreaAreNoFaces(side: CGFloat) async throws {
        let box = NormalizedRect(x: 0.3, y: 0.3, width: side, height: side)
        let track = TrackObjectRequest(detectedObject: DetectedObjectObservation(boundingBox: box))
        let error = await #expect(throws: VisionError.self) { try await track.perform(on: Sample.url) }
        #expect(error?.localizedDescription.contains("finite") == true)
        var request = DetectFaceLandmarksRequest()
        request.inputFaceObservations = [FaceObservation(boundingBox: box)]
        let faces = try await request.perform(on: Sample.url)
        try #require(faces.count == 1)
        #expect(faces[0].landmarks == nil)
    }

    @Test func whatIsNeitherFaceNorPersonIsRefused() async throws {
        // The flag on the left of the photo, far from the face.
        let box = CGRect(x: 0.02, y: 0.72, width: 0.12, height: 0.12)
        let request = VNTrackObjectRequest(detectedObjectObservation: VNDetectedObjectObservation(boundingBox: box))
        let handler = VNSequenceRequestHandler()
        do {
            try handler.perform([request], onImageURL: Sample.url)
            Issue.record("followed a flag")
        } catch let error as NSError {
            #expect(error.domain == VNErrorDomain)
            #expect(error.code == VNErrorCode.invalidArgument.rawValue)
            #expect(error.localizedDescription.contains("faces and people"))
        }
        #expect(request.results == nil)
        let new = TrackObjectRequest(
            detectedObject: DetectedObjectObservation(boundingBox: NormalizedRect(normalizedRect: box)))
        await #expect(throws: VisionError.self) { try await new.perform(on: Sample.url) }
    }

    /// After its last frame, an object is looked for where its observation says, not where it went.
    @Test func theLastFrameEndsATrack() throws {
        let photo = try Sample.pixels()
        let face = VNFaceObservation(boundingBox: CGRect(x: 0.345, y: 0.655, width: 0.186, height: 0.186))
        let handler = VNSequenceRequestHandler()
        let request = VNTrackObjectRequest(detectedObjectObservation: face)
        request.isLastFrame = true
        try handler.perform([request], on: CGImage(pixelBuffer: photo))
        #expect((request.results?.first?.confidence ?? 0) > 0.5)
        let far = try CGImage(pixelBuffer: photo.moved(right: 150, down: 0))
        #expect(throws: NSError.self) { try handler.perform([request], on: far) }
        #expect(request.supportedNumber(ofTrackersAndReturnError: nil) > 1)
        request.revision = 3
        let error = #expect(throws: NSError.self) { try handler.perform([request], on: far) }
        #expect(error?.code == VNErrorCode.unsupportedRevision.rawValue)
    }

    private func expect(
        _ box: CGRect, is start: CGRect, movedBy move: (x: Int, y: Int), within pixels: CGFloat, in image: PixelBuffer,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let (width, height) = (image.width, image.height)
        let found = VNImageRectForNormalizedRect(box, width, height)
        let expected = VNImageRectForNormalizedRect(start, width, height)
            .offsetBy(dx: CGFloat(move.x), dy: -CGFloat(move.y))
        let edges: [KeyPath<CGRect, CGFloat>] = [\.minX, \.minY, \.maxX, \.maxY]
        for edge in edges {
            #expect(abs(found[keyPath: edge] - expected[keyPath: edge]) < pixels, sourceLocation: sourceLocation)
        }
    }
}

extension PixelBuffer {
    /// Returns the image moved by whole pixels; what is uncovered is gray.
    fileprivate func moved(right x: Int, down y: Int) throws -> PixelBuffer {
        let rgb = rgbBytes
        var bytes = [UInt8](repeating: 128, count: rgb.count)
        for row in max(0, y)..<height where x < width {
            let from = (row - y) * width * 3
            let to = (row * width + x) * 3
            let count = (width - x) * 3
            bytes.replaceSubrange(to..<to + count, with: rgb[from..<from + count])
        }
        return try PixelBuffer(copying: bytes, width: width, height: height, format: .rgb8)
    }
}
