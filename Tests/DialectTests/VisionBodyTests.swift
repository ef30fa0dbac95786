// SPDX-License-Identifier: Apache-2.0
import Foundation
import Lineament
import LineamentVision
import TestSupport
import Testing

@Suite struct VisionBodyTests {
    @Test func jointsAreThoseOfThePoseLandmarker() async throws {
        let options = PoseLandmarkerOptions()
        options.numPoses = 16
        options.separation = .distinct
        let pose = try #require(try PoseLandmarker(options: options).detect(image: Sample.image()).poses.first)
        let bodies = try await DetectHumanBodyPoseRequest().perform(on: Sample.url)
        let body = try #require(bodies.first)
        #expect(bodies.count == 1)
        #expect(body.availableJointNames.count == 19)
        #expect(body.availableJointsGroupNames.count == 6)
        let wrist = try #require(body.joint(for: .leftWrist))
        #expect(abs(Float(wrist.location.x) - pose[.leftWrist].x) < 1e-6)
        #expect(abs(1 - Float(wrist.location.y) - pose[.leftWrist].y) < 1e-6)
        #expect(wrist.confidence == pose[.leftWrist].visibility?.floatValue)
        #expect(wrist.jointName == "leftWrist")
        let (left, right) = (try #require(body.joint(for: .leftHip)), try #require(body.joint(for: .rightHip)))
        let root = try #require(body.joint(for: .root))
        #expect(abs(root.location.x - (left.location.x + right.location.x) / 2) < 1e-6)
        #expect(root.confidence == min(left.confidence, right.confidence))
        #expect(abs(left.distance(to: right) - 2 * left.distance(to: root)) < 1e-6)
    }

    @Test func olderNamesGiveTheSameJoints() async throws {
        let request = VNDetectHumanBodyPoseRequest()
        request.revision = VNDetectHumanBodyPoseRequestRevision1
        let handler = VNImageRequestHandler(url: Sample.url)
        try handler.perform([request])
        let body = try #require(request.results?.first)
        let now = try #require(try await DetectHumanBodyPoseRequest().perform(on: Sample.url).first)
        for name in now.availableJointNames {
            let joint = try #require(now.joint(for: name))
            let points = try body.recognizedPoints(.all).values.filter { $0.location == joint.location.cgPoint }
            #expect(points.contains { $0.confidence == joint.confidence })
        }
        let nose = try body.recognizedPoint(.nose)
        #expect(nose.location == now.joint(for: .nose)?.location.cgPoint)
        #expect(nose.x == Double(nose.location.x))
        #expect(try body.recognizedPoint(forKey: .bodyLandmarkKeyNose) === nose)
        #expect(try body.recognizedPoints(forGroupKey: .bodyLandmarkRegionKeyTorso).count == 6)
        let arm = try body.recognizedPoints(.leftArm)
        #expect(Set(arm.keys) == [.leftShoulder, .leftElbow, .leftWrist])
        #expect(body.availableJointNames.count == 19)
        #expect(body.availableJointsGroupNames.contains(.all))
        #expect(try request.supportedJointNames.count == 19)
        let error = #expect(throws: NSError.self) {
            try body.recognizedPoint(VNHumanBodyPoseObservation.JointName(rawValue: .init(rawValue: "tail")))
        }
        #expect(error?.domain == VNErrorDomain)
        #expect(error?.code == VNErrorCode.invalidArgument.rawValue)
        #expect(HumanBodyPoseObservation(body).joint(for: .nose)?.location == now.joint(for: .nose)?.location)
        request.revision = 7
        #expect(throws: (any Error).self) { try handler.perform([request]) }
    }

    /// The hands in the sample photo are hardly seen.
    @Test func handsThatAreNotSeenAreNil() async throws {
        var request = DetectHumanBodyPoseRequest()
        request.detectsHands = true
        let body = try #require(try await request.perform(on: Sample.url).first)
        #expect(body.leftHand == nil)
        #expect(body.rightHand == nil)
    }

    @Test func rectanglesContainTheJoints() async throws {
        var request = DetectHumanRectanglesRequest()
        let (people, poses) = try await ImageRequestHandler(Sample.url).perform(request, DetectHumanBodyPoseRequest())
        let (person, pose) = (try #require(people.first), try #require(poses.first))
        #expect(people.count == 1)
        #expect(person.isUpperBodyOnly)
        #expect(person.confidence > 0.5)
        let image = NormalizedRect.fullImage.cgRect
        func contains(_ box: CGRect, _ groups: [HumanBodyPoseObservation.JointsGroupName]) -> Bool {
            groups.flatMap { pose.allJoints(in: $0).values }.map(\.location.cgPoint).filter(image.contains)
                .allSatisfy(box.contains)
        }
        #expect(contains(person.boundingBox.cgRect, [.face, .torso]))
        #expect(image.contains(person.boundingBox.cgRect))
        request.upperBodyOnly = false
        let whole = try #require(try await request.perform(on: Sample.url).first)
        #expect(!whole.isUpperBodyOnly)
        #expect(contains(whole.boundingBox.cgRect, [.face, .torso, .leftArm, .rightArm]))
        #expect(whole.boundingBox.cgRect.contains(person.boundingBox.cgRect.insetBy(dx: 0.05, dy: 0.05)))

        let older = VNDetectHumanRectanglesRequest()
        try VNImageRequestHandler(url: Sample.url).perform([older])
        #expect(older.upperBodyOnly)
        #expect(older.results?.first?.boundingBox == person.boundingBox.cgRect)
        #expect(older.results?.first?.upperBodyOnly == true)
    }

    /// Body requests process a region of the image, too; results stay relative to the whole image.
    @Test func aRegionKeepsTheCoordinatesOfTheImage() async throws {
        var request = DetectHumanBodyPoseRequest()
        let whole = try #require(try await request.perform(on: Sample.url).first?.joint(for: .nose)?.location)
        request.regionOfInterest = NormalizedRect(x: 0.1, y: 0.3, width: 0.8, height: 0.7)
        let part = try #require(try await request.perform(on: Sample.url).first?.joint(for: .nose)?.location)
        #expect(abs(part.x - whole.x) < 0.03)
        #expect(abs(part.y - whole.y) < 0.03)
        request.regionOfInterest = NormalizedRect(x: 0.5, y: 0.5, width: 0.6, height: 0.5)
        await #expect(throws: VisionError.self) { try await request.perform(on: Sample.url) }
    }

    @Test func jointsInSpaceAreRelativeToTheRoot() async throws {
        let bodies = try await DetectHumanBodyPose3DRequest().perform(on: Sample.url)
        let body = try #require(bodies.first)
        #expect(body.availableJointNames.count == 17)
        #expect(body.allJoints(in: .torso).count == 7)
        let root = try #require(body.joint(for: .root))
        #expect(root.position.columns.3 == SIMD4(0, 0, 0, 1))
        #expect(root.parentJoint == "root")
        // The head is above, and the left shoulder on the right of an image that shows somebody from the front.
        let (top, head) = (try #require(body.joint(for: .topHead)), try #require(body.joint(for: .centerHead)))
        let shoulder = try #require(body.joint(for: .leftShoulder))
        #expect(top.position.columns.3.y > head.position.columns.3.y)
        #expect(head.position.columns.3.y > 0.4)
        #expect(shoulder.position.columns.3.x > 0.05)
        let parent = try #require(body.joint(for: body.parentJointName(for: .leftShoulder)))
        let chained = parent.position * shoulder.localPosition
        #expect(chained.columns.3 ~= shoulder.position.columns.3)
        let height = body.bodyHeight.converted(to: .meters).value
        #expect(height > 1.2)
        #expect(height < 2.1)
        #expect(body.heightEstimationTechnique == .reference)

        // What the camera sees of the head is where the image shows it.
        let seen = body.cameraRelativePosition(for: .centerHead).columns.3
        #expect(seen.z < -0.3)
        #expect(body.cameraOriginMatrix.columns.3.z > 0.3)
        let focalLength = 0.5 / tan(31.5 * Float.pi / 180)
        let projected = SIMD2(seen.x, seen.y) / -seen.z * focalLength + 0.5
        let shown = body.pointInImage(for: .centerHead)
        #expect(abs(projected.x - Float(shown.x)) < 0.08)
        #expect(abs(projected.y - Float(shown.y)) < 0.08)
        let inverse = body.cameraOriginMatrix.inverse * head.position
        #expect(inverse.columns.3 ~= body.cameraRelativePosition(for: .centerHead).columns.3)
    }

    @Test func olderNamesGiveTheSameJointsInSpace() async throws {
        let request = VNDetectHumanBodyPose3DRequest()
        try VNImageRequestHandler(url: Sample.url).perform([request])
        let body = try #require(request.results?.first)
        let now = try #require(try await DetectHumanBodyPose3DRequest().perform(on: Sample.url).first)
        let wrist = try body.recognizedPoint(.leftWrist)
        #expect(wrist.position == now.joint(for: .leftWrist)?.position)
        #expect(wrist.parentJoint == .leftElbow)
        #expect(wrist.localPosition == now.joint(for: .leftWrist)?.localPosition)
        #expect(body.parentJointName(.topHead) == .centerHead)
        #expect(wrist.identifier.rawValue == "human_left_wrist_3D")
        #expect(try body.recognizedPoints(.all).count == 17)
        #expect(try body.recognizedPoints(.head).count == 2)
        #expect(try body.pointInImage(.leftWrist).location == now.pointInImage(for: .leftWrist).cgPoint)
        #expect(body.bodyHeight == Float(now.bodyHeight.value))
        #expect(body.heightEstimation == .reference)
        #expect(try body.cameraRelativePosition(.root) == now.cameraRelativePosition(for: .root))
    }

    @Test func theMaskCoversThePerson() async throws {
        let request = GeneratePersonSegmentationRequest()
        let (mask, poses) = try await ImageRequestHandler(Sample.url).perform(request, DetectHumanBodyPoseRequest())
        let nose = try #require(poses.first?.joint(for: .nose)?.location)
        #expect(mask.size == CGSize(width: 512, height: 512))
        #expect(mask.pixelFormat == kCVPixelFormatType_OneComponent8)
        #expect(mask.pixel(at: nose) > 0.9)
        #expect(mask.pixel(at: NormalizedPoint(x: 0.01, y: 0.5)) < 0.1)
        let image = try mask.cgImage
        #expect(image.width == 512)
        #expect(image.height == 512)
        let decoded = try JSONDecoder().decode(PixelBufferObservation.self, from: JSONEncoder().encode(mask))
        #expect(decoded == mask)
        #expect(decoded.pixel(at: nose) == mask.pixel(at: nose))

        request.outputPixelFormatType = kCVPixelFormatType_OneComponent32Float
        let exact = try await request.perform(on: Sample.url)
        #expect(abs(exact.pixel(at: nose) - mask.pixel(at: nose)) < 0.005)
        request.outputPixelFormatType = kCVPixelFormatType_32BGRA
        await #expect(throws: VisionError.self) { try await request.perform(on: Sample.url) }
    }

    @Test func olderNamesGiveTheSameMask() throws {
        let request = VNGeneratePersonSegmentationRequest()
        request.qualityLevel = .balanced
        request.outputPixelFormat = kCVPixelFormatType_OneComponent8
        try VNImageRequestHandler(url: Sample.url).perform([request])
        let mask = try #require(request.results?.first?.pixelBuffer)
        CVPixelBufferLockBaseAddress(mask, .readOnly)
        defer { CVPixelBufferUnlockBaseAddress(mask, .readOnly) }
        let base = try #require(CVPixelBufferGetBaseAddress(mask))
        let rowLength = CVPixelBufferGetBytesPerRow(mask)
        // The middle of the face, and a place in the background.
        #expect(base.load(fromByteOffset: 130 * rowLength + 224, as: UInt8.self) > 230)
        #expect(base.load(fromByteOffset: 256 * rowLength + 5, as: UInt8.self) < 25)
    }

    @Test func observationsAreCodable() async throws {
        let handler = ImageRequestHandler(Sample.url)
        let (pose, space, people) = try await handler.perform(
            DetectHumanBodyPoseRequest(), DetectHumanBodyPose3DRequest(), DetectHumanRectanglesRequest())
        func decoded<Value: Codable>(_ value: Value) throws -> Value {
            try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
        }
        #expect(try decoded(pose) == pose)
        #expect(try decoded(space) == space)
        #expect(try decoded(people) == people)
    }

    @Test func decodedSizesThatDoNotFitAreRefused() {
        let mask = """
            {"uuid": "\(UUID())", "confidence": 1, "width": \(Int.max), "height": 1,
            "pixelFormat": \(kCVPixelFormatType_OneComponent32Float), "pixels": ""}
            """
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(PixelBufferObservation.self, from: Data(mask.utf8))
        }
    }

    @Test func pointsAndVectorsCompute() {
        let (origin, point) = (VNPoint(x: 1, y: 2), VNPoint(location: CGPoint(x: 4, y: 6)))
        #expect(origin.distance(point) == 5)
        #expect(VNVector(vectorHead: point, tail: origin).length == 5)
        #expect(VNPoint.apply(VNVector(xComponent: 3, yComponent: 4), to: origin) == point)
        #expect(abs(VNVector(r: 2, theta: .pi / 2).y - 2) < 1e-12)
        #expect(VNPoint.zero == VNPoint(x: 0, y: 0))
    }
}

/// Returns whether two vectors agree up to rounding.
private func ~= (left: SIMD4<Float>, right: SIMD4<Float>) -> Bool {
    let distance = left - right
    return (distance * distance).sum() < 1e-8
}
