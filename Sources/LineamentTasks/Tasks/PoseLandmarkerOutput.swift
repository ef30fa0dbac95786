internal import Foundation
package import Lineament
package import LineamentRender

/// The output of pose landmarker results.
package struct PoseLandmarkerOutput: TaskOutput {
    package typealias Task = PoseLandmarker

    /// The fields to write; `nil` for all that a result has.
    private let fields: Set<PoseLandmarkerField>?
    private let hasMasks: Bool
    /// Whether the world landmarks are drawn beside the image.
    private let showsWorld: Bool
    /// What people are drawn on in place of the results; `nil` for none.
    private let background: Background?
    private let columns: ValueColumns<PoseLandmarkerResult, PoseLandmarkerResult.Pose>

    package init(_ choices: AnswerChoices, _ options: PoseLandmarkerOptions) {
        let fields = choices.fields(PoseLandmarkerField.self)
        self.fields = fields
        hasMasks = choices.hasMasks
        showsWorld = choices.showsWorld
        background = choices.background
        columns = ValueColumns(
            PoseLandmarkerResult.values.filter { value in
                // A number of each landmark is written beside its coordinates.
                let key = value.description.points ?? value.description.key
                return key.flatMap(PoseLandmarkerField.init).map { Self.has($0, fields) } ?? false
            })
    }

    package static func require(_ choices: AnswerChoices, of options: PoseLandmarkerOptions) {
        if choices.needsMasks { options.shouldOutputSegmentationMasks = true }
    }

    package let subject = Subject.person

    package func count(_ result: PoseLandmarkerResult) -> Int { result.poses.count }
    package func trackIDs(_ result: PoseLandmarkerResult) -> [Int] { result.trackIDs }
    package func masks(_ result: PoseLandmarkerResult) -> [Mask] { result.segmentationMasks }

    package func overlay(_ result: PoseLandmarkerResult, labels: LabelMode) -> any Overlay {
        if let background { return CutoutOverlay(result.segmentationMasks, background: background) }
        let pose = PoseOverlay(result, labels: labels)
        return showsWorld ? OverlayStack([pose, WorldLandmarksOverlay(result)]) : pose
    }

    private func has(_ field: PoseLandmarkerField) -> Bool { Self.has(field, fields) }

    private static func has(_ field: PoseLandmarkerField, _ fields: Set<PoseLandmarkerField>?) -> Bool {
        fields?.contains(field) ?? (field != .boundingBoxes)
    }

    package var csvColumns: [String] {
        ResultHead.csvColumns + ["pose", "track"] + columns.names + (writesMasks ? ["mask"] : [])
    }

    private var writesMasks: Bool { hasMasks && has(.segmentationMasks) }

    package func text(_ result: PoseLandmarkerResult, _ head: ResultHead) -> String {
        let details = result.poses.enumerated().map { index, pose in
            let place = TextOutput.box(pose.landmarks.boundingBox(in: head.size) ?? .null, of: head)
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
        let names = csvColumns
        let masks = writesMasks ? head.maskFiles ?? [] : []
        return result.poses.enumerated().map { index, pose in
            let track = pose.trackID.map { "\($0)" } ?? ""
            return CSV.line(
                head.csvFields + ["\(index)", track] + columns.fields(of: pose, in: head.size)
                    + masks.dropFirst(index).prefix(1), columns: names)
        }.joined()
    }
}
