// SPDX-License-Identifier: Apache-2.0
import Foundation
import Lineament
import LineamentMLKit
import TestSupport
import Testing

/// ML Kit's detector on the derived images and clips, of which is known what they show.
@Suite struct DerivedDialectTests {
    private func detector(_ change: (VisionFaceDetectorOptions) -> Void) -> VisionFaceDetector {
        let options = VisionFaceDetectorOptions()
        options.minFaceSize = 0
        change(options)
        return Vision.vision().faceDetector(options: options)
    }

    private func image(_ pixels: DerivedPixels, time: Int? = nil) throws -> VisionImage {
        VisionImage(
            buffer: SampleBuffer(pixelBuffer: try pixels.pixelBuffer(), presentationTimeInMilliseconds: time ?? 0))
    }

    /// The person smiles with open eyes.
    @Test func smilesAndOpenEyesAreSeen() throws {
        let detector = detector {
            $0.performanceMode = .accurate
            $0.classificationMode = .all
        }
        for name in [
            "sample", "mirrored", "scaled-256", "scaled-1024", "stretched", "torso", "dark", "pale", "tilted-15",
        ] {
            let faces = try detector.results(in: image(DerivedInputs.image(name)))
            #expect(faces.count == 1 || !TestData.hasYuNet, "\(name)")
            let face = try #require(faces.max { $0.frame.width < $1.frame.width }, "\(name)")
            #expect(face.smilingProbability > 0.5, "\(name)")
            #expect(face.leftEyeOpenProbability > 0.5, "\(name)")
            #expect(face.rightEyeOpenProbability > 0.5, "\(name)")
        }
    }

    /// `accurate` detects at least as many faces as `fast` in every image.
    @Test func accurateDetectsNoFewerFaces() throws {
        let detectors = [VisionFaceDetectorPerformanceMode.fast, .accurate].map { mode in
            detector { $0.performanceMode = mode }
        }
        for name in DerivedImages.allNames {
            let counts = try detectors.map { try $0.results(in: image(DerivedInputs.image(name))).count }
            #expect(counts[1] >= counts[0], "\(name)")
        }
    }

    /// Tracking IDs persist through a clip, even for a face that is missing in some frames.
    @Test(arguments: ["moving", "zooming", "fading"]) func trackingIDsPersistThroughAClip(name: String) throws {
        let detector = detector { $0.isTrackingEnabled = true }
        let clip = try DerivedInputs.clip(name)
        let numbers = try zip(clip.times, clip.frames).flatMap { time, frame in
            try detector.results(in: image(frame, time: time)).map(\.trackingID)
        }
        #expect(numbers.count >= 30)
        #expect(Set(numbers) == [1])
    }
}
