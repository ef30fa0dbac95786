internal import Foundation
internal import Lineament

/// Writes what the pose landmarker found.
struct PoseLandmarkerOutput: Sendable {
    let masks: MaskFolder?

    var csvColumns: [String] {
        let names = (0..<PoseLandmark.allCases.count)
        var columns = ResultHead.csvColumns + ["pose", "track"]
        columns += names.flatMap { ["x\($0)", "y\($0)", "z\($0)", "visibility\($0)", "presence\($0)"] }
        columns += names.flatMap { ["world_x\($0)", "world_y\($0)", "world_z\($0)"] }
        if masks != nil { columns.append("mask") }
        return columns
    }

    func json(_ result: PoseLandmarkerResult, _ head: ResultHead, maskFiles: [String]) -> String {
        var writer = JSONWriter()
        writer.object { json in
            json.head(head)
            json.key("landmarks")
            json.array(result.landmarks) { json, body in
                json.array(body) { json, landmark in
                    json.landmark(
                        landmark.x, landmark.y, landmark.z, landmark.visibility, landmark.presence)
                }
            }
            json.key("worldLandmarks")
            json.array(result.worldLandmarks) { json, body in
                json.array(body) { json, landmark in
                    json.landmark(
                        landmark.x, landmark.y, landmark.z, landmark.visibility, landmark.presence)
                }
            }
            if masks != nil {
                json.key("segmentationMasks")
                json.array(maskFiles) { json, file in json.value(file) }
            }
            if head.timestamp != nil {
                json.key("trackIDs")
                json.array(result.trackIDs) { json, id in json.value(id) }
            }
        }
        return writer.text + "\n"
    }

    func csv(_ result: PoseLandmarkerResult, _ head: ResultHead, maskFiles: [String]) -> String {
        result.landmarks.enumerated().map { index, landmarks in
            let track = index < result.trackIDs.count ? "\(result.trackIDs[index])" : ""
            var fields = head.csvFields + ["\(index)", track]
            fields += landmarks.flatMap { landmark in
                ["\(landmark.x)", "\(landmark.y)", "\(landmark.z)"]
                    + [landmark.visibility, landmark.presence].map { "\($0?.floatValue ?? .nan)" }
            }
            fields += result.worldLandmarks[index].flatMap { ["\($0.x)", "\($0.y)", "\($0.z)"] }
            if masks != nil { fields.append(index < maskFiles.count ? maskFiles[index] : "") }
            return CSV.line(fields)
        }.joined()
    }
}

extension JSONWriter {
    fileprivate mutating func landmark(
        _ x: Float, _ y: Float, _ z: Float, _ visibility: NSNumber?, _ presence: NSNumber?
    ) {
        object { json in
            json.member("x", x)
            json.member("y", y)
            json.member("z", z)
            if let visibility { json.member("visibility", visibility.floatValue) }
            if let presence { json.member("presence", presence.floatValue) }
        }
    }
}
