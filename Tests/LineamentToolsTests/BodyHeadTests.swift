// SPDX-License-Identifier: Apache-2.0
import Foundation
import Lineament
import TestSupport
import Testing

@testable import LineamentTools

/// The heads of bodies whose faces were not detected.
@Suite struct BodyHeadTests {
    @Test func headsAreCoveredWhereNoFaceIs() throws {
        let image = try MPImage(pixelBuffer: Sample.pixels())
        let size = CGSize(width: image.pixels.width, height: image.pixels.height)
        let pose = try #require(PoseLandmarker(options: PoseLandmarkerOptions()).detect(image: image).poses.first)
        let person = try #require(RedactedPerson(pose, in: size))
        let face = try #require(FaceDetector(options: FaceDetectorOptions()).detect(image: image).detections.first)
        let heads = [person].heads(beside: [])
        let head = try #require(heads.first)
        #expect(heads.count == 1)
        #expect(head.cause == .body)
        #expect(!head.isDoubtful)
        #expect(head.rect.contains(face.boundingBox), "\(head.rect) covers \(face.boundingBox)")
        #expect(head.rect.width < 4 * face.boundingBox.width, "\(head.rect.width)")
        let covered = RedactedArea(face: face.boundingBox, extent: .faces, score: 0.9)
        #expect([person].heads(beside: [covered]).isEmpty)
    }

    /// A head beyond the image has no place in it.
    @Test func headsOutsideAreLeftOut() {
        var person = RedactedPerson(rect: CGRect(x: 0, y: 0, width: 9, height: 9), score: 0.9)
        #expect([person].heads(beside: []).isEmpty)
        person.face = CGRect(x: 2, y: 2, width: 4, height: 4)
        #expect([person].heads(beside: []).count == 1)
    }
}
