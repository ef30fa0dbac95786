internal import Foundation
internal import Lineament

/// The output of pose landmarker results.
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

    func text(_ result: PoseLandmarkerResult, _ head: ResultHead) -> String {
        let size = CGSize(width: head.width, height: head.height)
        let details = result.poses.enumerated().map { index, pose in
            let place = TextOutput.box(pose.landmarks.boundingBox(in: size) ?? .null)
            let seen = pose.landmarks.count { ($0.visibility?.floatValue ?? 0) >= 0.5 }
            return "\(TextOutput.number(index, trackID: pose.trackID)) at \(place), \(seen) of 33 landmarks visible"
        }
        return TextOutput.lines(head, .person, details)
    }

    func json(_ result: PoseLandmarkerResult, _ head: ResultHead, maskFiles: [String]) -> String {
        JSONText.line { json in
            json.head(head)
            result.writeMembers(to: &json, maskFiles: masks == nil ? nil : maskFiles)
        }
    }

    func csv(_ result: PoseLandmarkerResult, _ head: ResultHead, maskFiles: [String]) -> String {
        let columns = csvColumns
        return result.poses.enumerated().map { index, pose in
            var fields = head.csvFields + ["\(index)", pose.trackID.map { "\($0)" } ?? ""]
            fields += pose.landmarks.flatMap { landmark in
                ["\(landmark.x)", "\(landmark.y)", "\(landmark.z)"]
                    + [landmark.visibility, landmark.presence].map { $0.map { "\($0.floatValue)" } ?? "" }
            }
            fields += pose.worldLandmarks.flatMap { ["\($0.x)", "\($0.y)", "\($0.z)"] }
            if masks != nil { fields.append(index < maskFiles.count ? maskFiles[index] : "") }
            return CSV.line(fields, columns: columns)
        }.joined()
    }
}
