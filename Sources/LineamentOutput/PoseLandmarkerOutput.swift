internal import Foundation
package import Lineament
package import LineamentRender

/// The output of pose landmarker results.
package struct PoseLandmarkerOutput: ResultOutput {
    /// The fields to write; `nil` for all that a result has.
    private let fields: Set<PoseLandmarkerField>?
    private let hasMasks: Bool
    /// Whether the world landmarks are drawn beside the image.
    private let showsWorld: Bool

    package init(fields: Set<PoseLandmarkerField>?, hasMasks: Bool, showsWorld: Bool) {
        self.fields = fields
        self.hasMasks = hasMasks
        self.showsWorld = showsWorld
    }

    package let subject = Subject.person

    package func count(_ result: PoseLandmarkerResult) -> Int { result.poses.count }

    package func overlay(_ result: PoseLandmarkerResult, labels: LabelMode) -> any Overlay {
        let pose = PoseOverlay(result, labels: labels)
        return showsWorld ? OverlayStack([pose, WorldLandmarksOverlay(result)]) : pose
    }

    private func has(_ field: PoseLandmarkerField) -> Bool { fields?.contains(field) ?? (field != .boundingBoxes) }

    package var csvColumns: [String] {
        let names = (0..<PoseLandmark.allCases.count)
        var columns = ResultHead.csvColumns + ["pose", "track"]
        if has(.boundingBoxes) { columns += CSV.boxColumns }
        if has(.landmarks) {
            columns += names.flatMap { ["x\($0)", "y\($0)", "z\($0)", "visibility\($0)", "presence\($0)"] }
        }
        if has(.worldLandmarks) { columns += names.flatMap { ["world_x\($0)", "world_y\($0)", "world_z\($0)"] } }
        if hasMasks, has(.segmentationMasks) { columns.append("mask") }
        return columns
    }

    package func text(_ result: PoseLandmarkerResult, _ head: ResultHead) -> String {
        let details = result.poses.enumerated().map { index, pose in
            let place = TextOutput.box(pose.landmarks.boundingBox(in: head.size) ?? .null)
            let seen = pose.landmarks.count { ($0.visibility?.floatValue ?? 0) >= 0.5 }
            return "\(TextOutput.number(index, trackID: pose.trackID)) at \(place), "
                + "\(seen) of \(PoseLandmark.allCases.count) landmarks visible"
        }
        return TextOutput.lines(head, .person, details)
    }

    package func json(_ result: PoseLandmarkerResult, _ head: ResultHead) -> String {
        JSONText.line { json in
            json.head(head)
            json.limit(to: fields)
            result.writeMembers(to: &json, maskFiles: head.maskFiles)
            if has(.boundingBoxes) {
                json.member(
                    "boundingBoxes", boxes: result.poses.map { $0.landmarks.boundingBox(in: head.size) ?? .null })
            }
        }
    }

    package func csv(_ result: PoseLandmarkerResult, _ head: ResultHead) -> String {
        let columns = csvColumns
        return result.poses.enumerated().map { index, pose in
            var fields = head.csvFields + ["\(index)", pose.trackID.map { "\($0)" } ?? ""]
            if has(.boundingBoxes) {
                fields += CSV.fields(of: pose.landmarks.boundingBox(in: head.size) ?? .null)
            }
            if has(.landmarks) {
                fields += pose.landmarks.flatMap { landmark in
                    [landmark.x, landmark.y, landmark.z].map(CSV.number)
                        + [landmark.visibility, landmark.presence].map { $0.map { CSV.number($0.floatValue) } ?? "" }
                }
            }
            if has(.worldLandmarks) {
                fields += pose.worldLandmarks.flatMap { [$0.x, $0.y, $0.z].map(CSV.number) }
            }
            if hasMasks, has(.segmentationMasks) {
                let files = head.maskFiles ?? []
                fields.append(index < files.count ? files[index] : "")
            }
            return CSV.line(fields, columns: columns)
        }.joined()
    }
}
