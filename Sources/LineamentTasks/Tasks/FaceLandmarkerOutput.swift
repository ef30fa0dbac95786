internal import Foundation
package import Lineament
package import LineamentRender

/// The output of face landmarker results.
package struct FaceLandmarkerOutput: TaskOutput {
    package typealias Task = FaceLandmarker

    /// The fields to write; `nil` for all that a result has.
    private let fields: Set<FaceLandmarkerField>?
    private let columns: ValueColumns<FaceLandmarkerResult, FaceLandmarkerResult.Face>

    package init(_ choices: AnswerChoices, _ options: FaceLandmarkerOptions) {
        fields = choices.fields()
        var usual: Set<FaceLandmarkerField> = [.faceLandmarks]
        if options.outputFaceBlendshapes { usual.insert(.faceBlendshapes) }
        if options.outputFacialTransformationMatrixes { usual.insert(.facialTransformationMatrixes) }
        let chosen = fields ?? usual
        columns = ValueColumns(
            FaceLandmarkerResult.values.filter { value in
                value.description.key.flatMap(FaceLandmarkerField.init).map(chosen.contains) ?? false
            })
    }

    package static func require(_ choices: AnswerChoices, of options: FaceLandmarkerOptions) {
        guard let fields = choices.fields(FaceLandmarkerField.self) else { return }
        if fields.contains(.faceBlendshapes) { options.outputFaceBlendshapes = true }
        // Angles follow from the matrices.
        guard !fields.isDisjoint(with: [.facialTransformationMatrixes, .headAngles]) else { return }
        options.outputFacialTransformationMatrixes = true
    }

    package let subject = Subject.face
    package var csvColumns: [String] { ResultHead.csvColumns + ["face", "track"] + columns.names }

    package func count(_ result: FaceLandmarkerResult) -> Int { result.faces.count }
    package func trackIDs(_ result: FaceLandmarkerResult) -> [Int] { result.trackIDs }

    package func facesWithoutLandmarks(_ result: FaceLandmarkerResult) -> [Detection] {
        result.facesWithoutLandmarks
    }

    package func overlay(_ result: FaceLandmarkerResult, labels: LabelMode) -> any Overlay {
        FaceMeshOverlay(result, labels: labels)
    }

    package func text(_ result: FaceLandmarkerResult, _ head: ResultHead) -> String {
        let lines = result.faces.enumerated().map { index, face in
            let place = TextOutput.box(face.boundingBox(in: head.size), of: head)
            let details = (face.angles.map { ["\($0)"] } ?? []) + (face.blendshapes.map(Self.strongest) ?? [])
            return (["\(TextOutput.number(index, trackID: face.trackID)) at \(place)"] + details).joined(
                separator: ", ")
        }
        let others = result.facesWithoutLandmarks.map { face in
            "without landmarks at \(TextOutput.box(face.boundingBox, of: head))"
        }
        return TextOutput.lines(head, .face, lines, others: others, detected: result.detectedFaceCount)
    }

    /// Returns the three blendshapes with the highest scores of at least 0.3, as "jawOpen 0.81".
    private static func strongest(_ blendshapes: BlendshapeScores) -> [String] {
        let named = zip(FaceLandmarker.blendshapeNames, blendshapes.scores).map { (name: $0, score: $1) }
        let strong = named.filter { $0.score >= 0.3 && $0.name != "_neutral" }.sorted { $0.score > $1.score }
        return strong.prefix(3).map { String(format: "%@ %.2f", $0.name, $0.score) }
    }

    package func json(_ result: FaceLandmarkerResult, _ head: ResultHead) -> String {
        JSONText.line { json in
            json.head(head)
            json.limit(to: fields)
            result.writeMembers(to: &json)
            guard let fields else { return }
            if fields.contains(.boundingBoxes) {
                json.member("boundingBoxes", boxes: result.faces.map { $0.boundingBox(in: head.size) })
            }
            if fields.contains(.headAngles) {
                json.member("headAngles", result.faces.map(\.angles)) { json, angles in
                    json.object { json in
                        json.member("yaw", angles?.yaw ?? .nan)
                        json.member("pitch", angles?.pitch ?? .nan)
                        json.member("roll", angles?.roll ?? .nan)
                    }
                }
            }
        }
    }

    package func csv(_ result: FaceLandmarkerResult, _ head: ResultHead) -> String {
        let names = csvColumns
        return result.faces.enumerated().map { index, face in
            let track = face.trackID.map { "\($0)" } ?? ""
            return CSV.line(
                head.csvFields + ["\(index)", track] + columns.fields(of: face, in: head.size), columns: names)
        }.joined()
    }
}
