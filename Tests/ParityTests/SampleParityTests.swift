// SPDX-License-Identifier: Apache-2.0
import Foundation
import Lineament
import TestSupport
import Testing

/// The public-domain sample photo against MediaPipe 1.2.3, for machines without the test images.
///
/// The values come from MediaPipe's Python wheel, with six decimals; tolerances are as in `FaceParityTests`.
@Suite struct SampleParityTests {
    @Test func detectorEqualsTheReference() throws {
        let found = try FaceDetector(options: FaceDetectorOptions()).detect(image: Sample.image()).detections
        try #require(found.count == 1)
        let box = found[0].boundingBox
        for (side, expected) in zip([box.minX, box.minY, box.width, box.height], [177.0, 82, 95, 95]) {
            #expect(OutputKind.faceBox.isClose(Double(side) - expected, 0))
        }
        let score = Double(found[0].categories[0].score) - SampleReference.score
        #expect(OutputKind.faceScore.isClose(score, 1e-6))
        for (keypoint, expected) in zip(found[0].keypoints ?? [], SampleReference.keypoints) {
            #expect(OutputKind.faceKeypoint.isClose(Double(keypoint.location.x) - expected.x, 1e-6))
            #expect(OutputKind.faceKeypoint.isClose(Double(keypoint.location.y) - expected.y, 1e-6))
        }
    }

    @Test func landmarksEqualTheReference() throws {
        let options = FaceLandmarkerOptions()
        options.outputFaceBlendshapes = true
        options.outputFacialTransformationMatrixes = true
        let result = try FaceLandmarker(options: options).detect(image: Sample.image())
        try #require(result.faceLandmarks.count == 1)
        for (index, expected) in SampleReference.landmarks {
            let landmark = result.faceLandmarks[0][index]
            #expect(OutputKind.faceLandmark.isClose(Double(landmark.x) - expected.x, 1e-6))
            #expect(OutputKind.faceLandmark.isClose(Double(landmark.y) - expected.y, 1e-6))
        }
        for (name, expected) in SampleReference.blendshapes {
            let category = result.faceBlendshapes[0].categories.first { $0.categoryName == name }
            #expect(OutputKind.blendshape.isClose(Double(category?.score ?? .nan) - expected, 2e-6))
        }
        for row in 0..<4 {
            for column in 0..<4 {
                let value = result.facialTransformationMatrixes[0].element(row: row, column: column) ?? .nan
                let difference = Double(value) - SampleReference.matrix[row * 4 + column]
                #expect(
                    column == 3
                        ? OutputKind.matrixTranslation.isClose(difference, 4e-4)
                        : OutputKind.matrixRotation.isClose(difference, 3e-6))
            }
        }
    }
}
