internal import Foundation
package import Lineament
package import LineamentRender

/// The output of face landmarker results.
package struct FaceLandmarkerOutput: ResultOutput {
    /// The fields to write; `nil` for all that a result has.
    private let fields: Set<FaceLandmarkerField>?
    private let csvGroups: [CSVGroup]

    /// The columns of one field in CSV.
    private struct CSVGroup: Sendable {
        let field: FaceLandmarkerField
        let columns: [String]
        /// Returns the values of a face in an image of a size; fewer than columns if they are unknown.
        let values: @Sendable (FaceLandmarkerResult.Face, CGSize) -> [String]
    }

    package init(fields: Set<FaceLandmarkerField>?, hasBlendshapes: Bool, hasMatrixes: Bool) {
        self.fields = fields
        var usual: Set<FaceLandmarkerField> = [.faceLandmarks]
        if hasBlendshapes { usual.insert(.faceBlendshapes) }
        if hasMatrixes { usual.insert(.facialTransformationMatrixes) }
        let chosen = fields ?? usual
        csvGroups = Self.allGroups.filter { chosen.contains($0.field) }
    }

    private static let allGroups = [
        CSVGroup(field: .faceScores, columns: ["score"]) { face, _ in face.score.map { [CSV.number($0)] } ?? [] },
        CSVGroup(field: .boundingBoxes, columns: CSV.boxColumns) { face, size in
            CSV.fields(of: face.boundingBox(in: size))
        },
        CSVGroup(field: .headAngles, columns: ["yaw", "pitch", "roll"]) { face, _ in
            face.angles.map { [$0.yaw, $0.pitch, $0.roll].map(CSV.number) } ?? []
        },
        CSVGroup(
            field: .faceLandmarks, columns: (0..<FaceMeshLandmark.count).flatMap { ["x\($0)", "y\($0)", "z\($0)"] }
        ) { face, _ in
            face.landmarks.flatMap { [$0.x, $0.y, $0.z].map(CSV.number) }
        },
        CSVGroup(field: .faceBlendshapes, columns: FaceLandmarker.blendshapeNames) { face, _ in
            face.blendshapes?.scores.map(CSV.number) ?? []
        },
        CSVGroup(
            field: .facialTransformationMatrixes,
            columns: (0..<4).flatMap { row in (0..<4).map { "m\(row)\($0)" } }
        ) { face, _ in
            guard let matrix = face.transformationMatrix else { return [] }
            return (0..<16).map { CSV.number(matrix[row: $0 / 4, column: $0 % 4]) }
        },
    ]

    package let subject = Subject.face
    package var csvColumns: [String] { ResultHead.csvColumns + ["face", "track"] + csvGroups.flatMap(\.columns) }

    package func count(_ result: FaceLandmarkerResult) -> Int { result.faces.count }

    package func overlay(_ result: FaceLandmarkerResult, labels: LabelMode) -> any Overlay {
        FaceMeshOverlay(result, labels: labels)
    }

    package func text(_ result: FaceLandmarkerResult, _ head: ResultHead) -> String {
        let lines = result.faces.enumerated().map { index, face in
            let place = TextOutput.box(face.boundingBox(in: head.size))
            let details = (face.angles.map { ["\($0)"] } ?? []) + (face.blendshapes.map(Self.strongest) ?? [])
            return (["\(TextOutput.number(index, trackID: face.trackID)) at \(place)"] + details).joined(
                separator: ", ")
        }
        return TextOutput.lines(head, .face, lines)
    }

    /// Returns the three blendshapes with the highest scores of at least 0.3, as "jawOpen 0.81".
    private static func strongest(_ blendshapes: BlendshapeScores) -> [String] {
        zip(FaceLandmarker.blendshapeNames, blendshapes.scores).filter { $0.1 >= 0.3 && $0.0 != "_neutral" }
            .sorted { $0.1 > $1.1 }.prefix(3).map { String(format: "%@ %.2f", $0, $1) }
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
        let columns = csvColumns
        return result.faces.enumerated().map { index, face in
            let values = csvGroups.flatMap { group in
                let known = group.values(face, head.size)
                return known + Array(repeating: "", count: max(0, group.columns.count - known.count))
            }
            return CSV.line(
                head.csvFields + ["\(index)", face.trackID.map { "\($0)" } ?? ""] + values, columns: columns)
        }.joined()
    }
}
