// SPDX-License-Identifier: Apache-2.0
import Foundation
import Lineament
import LineamentImages
import TestSupport
import Testing

/// The faces that `range = .auto` detects, against boxes made by people.
@Suite(.enabled(if: TestData.isPresent, "\(TestData.isAbsentMessage)"))
struct LabeledBoxesTests {
    private struct Labeled {
        var path: String
        var faces: [[Double]]
        var ignored: [[Double]]
    }

    private static let labeled: [Labeled] = {
        guard let data = try? Data(contentsOf: TestData.url("groundtruth/face_boxes.json")),
            let root = try? JSONSerialization.jsonObject(with: data) as? [String: Any],
            let images = root["images"] as? [String: [String: Any]]
        else { return [] }
        return images.map { path, facts in
            let faces = (facts["faces"] as? [[String: Any]] ?? []).compactMap { $0["box"] as? [Double] }
            return Labeled(path: path, faces: faces, ignored: facts["ignore"] as? [[Double]] ?? [])
        }.sorted { $0.path < $1.path }
    }()

    /// Recall by height, and precision, on the labeled photos. The limits are slightly below the measured values 0.90,
    /// 0.995, 0.96, 1.0, 1.0 and 0.99.
    @Test(.enabled(if: TestData.hasYuNet, "\(TestData.yuNetIsAbsentMessage)"))
    func recallAndPrecisionReachTheMeasuredLevel() throws {
        let options = FaceDetectorOptions()
        options.range = .auto
        let detector = try FaceDetector(options: options)
        let limits = [8.0, 12, 24, 48, 1e9]
        var asked = [Double](repeating: 0, count: 4)
        var found = asked
        var (right, wrong) = (0.0, 0.0)
        for picture in Self.labeled {
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
        #expect(recall[0] >= 0.87, "\(recall)")
        #expect(recall[1] >= 0.98, "\(recall)")
        #expect(recall[2] >= 0.96, "\(recall)")
        #expect(recall[3] >= 0.99, "\(recall)")
        #expect(right / (right + wrong) >= 0.98)
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
