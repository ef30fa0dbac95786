// SPDX-License-Identifier: Apache-2.0
import CoreImage
import UIKit
import Vision

/// Faces and bodies with the names of Vision's Swift API.
actor PhotoReader {
    struct Reading: Sendable {
        let faces: [FaceObservation]
        let body: HumanBodyPoseObservation?
        let people: [HumanObservation]
    }

    func read(_ image: CIImage, orientation: CGImagePropertyOrientation) async throws -> Reading {
        let rectangles = try await DetectFaceRectanglesRequest().perform(on: image, orientation: orientation)
        var landmarks = DetectFaceLandmarksRequest()
        landmarks.inputFaceObservations = rectangles.filter { $0.confidence > 0.7 }
        let handler = ImageRequestHandler(image, orientation: orientation)
        let (faces, bodies, people) = try await handler.perform(
            landmarks, DetectHumanBodyPoseRequest(), DetectHumanRectanglesRequest())
        return Reading(faces: faces, body: bodies.first, people: people)
    }

    /// The best of some photos of one person.
    func best(of photos: [Data]) async throws -> Int? {
        try await withThrowingTaskGroup(of: (Int, Float).self) { group in
            for (index, photo) in photos.enumerated() {
                group.addTask {
                    let faces = try await DetectFaceCaptureQualityRequest().perform(on: photo)
                    return (index, faces.first?.captureQuality?.score ?? 0)
                }
            }
            var best: (index: Int, score: Float)?
            for try await (index, score) in group where score > best?.score ?? 0 { best = (index, score) }
            return best?.index
        }
    }
}
