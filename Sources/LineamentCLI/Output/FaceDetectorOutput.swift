internal import Foundation
internal import Lineament

/// Writes what the face detector found.
enum FaceDetectorOutput {
    static let csvColumns =
        ResultHead.csvColumns + ["face", "x", "y", "box_width", "box_height", "score"]
        + ["right_eye", "left_eye", "nose_tip", "mouth", "right_ear", "left_ear"].flatMap { ["\($0)_x", "\($0)_y"] }

    static func json(_ result: FaceDetectorResult, _ head: ResultHead) -> String {
        var writer = JSONWriter()
        writer.object { json in
            json.head(head)
            json.key("detections")
            json.array(result.detections) { json, detection in
                json.object { write(detection, to: &$0) }
            }
        }
        return writer.text + "\n"
    }

    static func csv(_ result: FaceDetectorResult, _ head: ResultHead) -> String {
        result.detections.enumerated().map { index, detection in
            let box = detection.boundingBox
            let place = head.csvFields + ["\(index)"]
            let sides = [box.minX, box.minY, box.width, box.height].map { "\(Int($0))" }
            let keypoints = (detection.keypoints ?? []).flatMap {
                ["\(Float($0.location.x))", "\(Float($0.location.y))"]
            }
            return CSV.line(place + sides + ["\(detection.categories.first?.score ?? 0)"] + keypoints)
        }.joined()
    }

    private static func write(_ detection: Detection, to json: inout JSONWriter) {
        let box = detection.boundingBox
        json.key("boundingBox")
        json.object { json in
            json.member("x", Int(box.minX))
            json.member("y", Int(box.minY))
            json.member("width", Int(box.width))
            json.member("height", Int(box.height))
        }
        json.key("categories")
        json.array(detection.categories) { json, category in
            json.object { json in
                json.member("index", category.index)
                json.member("score", category.score)
            }
        }
        json.key("keypoints")
        json.array(detection.keypoints ?? []) { json, keypoint in
            json.object { json in
                json.member("x", Float(keypoint.location.x))
                json.member("y", Float(keypoint.location.y))
            }
        }
    }
}
