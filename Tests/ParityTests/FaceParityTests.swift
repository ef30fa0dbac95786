import Foundation
import Lineament
import LineamentMedia
import TestSupport
import Testing

@Suite(.enabled(if: TestData.isPresent, "\(TestData.isAbsentMessage)"))
struct FaceParityTests {
    @Test func probe() throws {
        let options = FaceLandmarkerOptions()
        options.outputFaceBlendshapes = true
        options.outputFacialTransformationMatrixes = true
        let landmarker = try FaceLandmarker(options: options)
        options.numFaces = 5
        let landmarker5 = try FaceLandmarker(options: options)
        let short = try FaceDetector(modelPath: TestData.model("face_detection_short_range.tflite"))
        let full = try FaceDetector(modelPath: TestData.model("face_detection_full_range_sparse.tflite"))
        let f1 = Reference.faces("face_landmarker_n1.json"), f5 = Reference.faces("face_landmarker_n5.json")
        let ds = Reference.detections("face_detector_short_range.json")
        let df = Reference.detections("face_detector_full_range.json")
        for picture in Reference.pictures.good {
            let pixels: PixelBuffer
            do { pixels = try ImageDecoder().decode(contentsOf: TestData.url(picture.path)) } catch {
                print("UNDECODED", picture.path, error); continue
            }
            let equal = try sha256(pixels.rgbBytes) == picture.sha256
            let image = try MPImage(pixelBuffer: pixels)
            var line = "\(picture.path) \(equal ? "=" : "DIFFERENT") "
            for (detector, reference) in [(short, ds), (full, df)] {
                let mine = try detector.detect(image: image).detections
                let theirs = reference[picture.path] ?? []
                if mine.count != theirs.count { line += "DETECTIONS \(mine.count)/\(theirs.count) "; continue }
                var score = 0.0, box = 0.0
                for (m, t) in zip(mine, theirs) {
                    score = max(score, abs(Double(m.categories[0].score) - t.score))
                    let b = m.boundingBox
                    for (x, y) in zip([b.minX, b.minY, b.width, b.height].map(Double.init), t.box) {
                        box = max(box, abs(x - y))
                    }
                }
                line += String(format: "s%.6f b%.0f ", score, box)
            }
            for (l, reference) in [(landmarker, f1), (landmarker5, f5)] {
                let r = try l.detect(image: image)
                let theirs = reference[picture.path] ?? []
                if r.faceLandmarks.count != theirs.count {
                    line += "FACES \(r.faceLandmarks.count)/\(theirs.count) "; continue
                }
                var px = 0.0, bs = 0.0, rot = 0.0, tr = 0.0
                for (i, t) in theirs.enumerated() {
                    for (j, p) in r.faceLandmarks[i].enumerated() {
                        px = max(
                            px, abs(Double(p.x) - t.landmarks[3 * j]) * Double(picture.width),
                            abs(Double(p.y) - t.landmarks[3 * j + 1]) * Double(picture.height))
                    }
                    for (c, s) in zip(r.faceBlendshapes[i].categories, t.blendshapes) {
                        bs = max(bs, abs(Double(c.score) - s))
                    }
                    for k in 0..<16 {
                        let d = abs(
                            Double(r.facialTransformationMatrixes[i].element(row: k / 4, column: k % 4)!) - t.matrix[k])
                        if k % 4 == 3 { tr = max(tr, d) } else { rot = max(rot, d) }
                    }
                }
                line += String(format: "px%.5f bs%.6f r%.6f t%.5f | ", px, bs, rot, tr)
            }
            print(line)
        }
        for bad in Reference.pictures.bad {
            do { _ = try ImageDecoder().decode(contentsOf: TestData.url(bad)); print("BAD DECODED", bad) } catch {
                print("bad", bad, error)
            }
        }
    }
}
