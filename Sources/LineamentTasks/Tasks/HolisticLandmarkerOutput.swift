internal import Foundation
package import Lineament
package import LineamentRender

/// The output of holistic landmarker results.
package struct HolisticLandmarkerOutput: TaskOutput {
    package typealias Task = HolisticLandmarker

    /// The fields to write; `nil` for all that a result has.
    private let fields: Set<HolisticLandmarkerField>?
    private let hasMasks: Bool
    /// What people are drawn on in place of the results; `nil` for none.
    private let background: Background?
    private let columns: ValueColumns<HolisticLandmarkerResult, HolisticLandmarkerResult.Person>

    package init(_ choices: AnswerChoices, _ options: HolisticLandmarkerOptions) {
        let fields = choices.fields(HolisticLandmarkerField.self)
        self.fields = fields
        hasMasks = choices.hasMasks
        background = choices.background
        columns = ValueColumns(
            HolisticLandmarkerResult.values.filter { value in
                Self.field(of: value.description).map { field in
                    Self.has(field, fields) && (field != .faceBlendshapes || options.outputFaceBlendshapes)
                } ?? false
            })
    }

    /// Returns the field that a value belongs to: a number of each landmark is written beside its coordinates.
    private static func field(of value: ValueDescription) -> HolisticLandmarkerField? {
        value.points == nil ? value.key.flatMap(HolisticLandmarkerField.init) : .poseLandmarks
    }

    package static func require(_ choices: AnswerChoices, of options: HolisticLandmarkerOptions) {
        if choices.needsMasks { options.outputPoseSegmentationMasks = true }
        if choices.fields?.contains(HolisticLandmarkerField.faceBlendshapes.rawValue) == true {
            options.outputFaceBlendshapes = true
        }
    }

    package let subject = Subject.person

    package func count(_ result: HolisticLandmarkerResult) -> Int { result.people.count }
    package func trackIDs(_ result: HolisticLandmarkerResult) -> [Int] { result.trackIDs }
    package func masks(_ result: HolisticLandmarkerResult) -> [Mask] { result.segmentationMasks }

    package func overlay(_ result: HolisticLandmarkerResult, labels: LabelMode) -> any Overlay {
        if let background { return CutoutOverlay(result.segmentationMasks, background: background) }
        return HolisticOverlay(result, labels: labels)
    }

    private static func has(_ field: HolisticLandmarkerField, _ fields: Set<HolisticLandmarkerField>?) -> Bool {
        fields?.contains(field) ?? (field != .boundingBoxes)
    }

    package var csvColumns: [String] {
        ResultHead.csvColumns + ["person", "track"] + columns.names + (writesMasks ? ["mask"] : [])
    }

    private var writesMasks: Bool { hasMasks && Self.has(.segmentationMasks, fields) }

    package func text(_ result: HolisticLandmarkerResult, _ head: ResultHead) -> String {
        let details = result.people.enumerated().map { index, person in
            let place = TextOutput.box(person.landmarks.boundingBox(in: head.size) ?? .null, of: head)
            let parts = [
                (person.face != nil, "face"), (person.leftHand != nil, "left hand"),
                (person.rightHand != nil, "right hand"),
            ].filter(\.0).map(\.1)
            return "\(TextOutput.number(index, trackID: person.trackID)) at \(place), "
                + (parts.isEmpty ? "body only" : "with " + parts.joined(separator: ", "))
        }
        return TextOutput.lines(head, .person, details)
    }

    package func json(_ result: HolisticLandmarkerResult, _ head: ResultHead) -> String {
        JSONText.line { json in
            json.head(head)
            json.limit(to: fields)
            result.writeMembers(to: &json, maskFiles: head.maskFiles)
            if Self.has(.boundingBoxes, fields) {
                json.member(
                    "boundingBoxes", boxes: result.people.map { $0.landmarks.boundingBox(in: head.size) ?? .null })
            }
        }
    }

    package func csv(_ result: HolisticLandmarkerResult, _ head: ResultHead) -> String {
        let names = csvColumns
        let masks = writesMasks ? head.maskFiles ?? [] : []
        return result.people.enumerated().map { index, person in
            let track = person.trackID.map { "\($0)" } ?? ""
            return CSV.line(
                head.csvFields + ["\(index)", track] + columns.fields(of: person, in: head.size)
                    + masks.dropFirst(index).prefix(1), columns: names)
        }.joined()
    }
}
