internal import Foundation
internal import Lineament

/// The output of face landmarker results.
struct FaceLandmarkerOutput: Sendable {
    let hasBlendshapes: Bool
    let hasMatrixes: Bool

    var csvColumns: [String] {
        var columns = ResultHead.csvColumns + ["face", "track"]
        columns += (0..<478).flatMap { ["x\($0)", "y\($0)", "z\($0)"] }
        if hasBlendshapes { columns += FaceLandmarker.blendshapeNames }
        if hasMatrixes { columns += (0..<4).flatMap { row in (0..<4).map { "m\(row)\($0)" } } }
        return columns
    }

    func text(_ result: FaceLandmarkerResult, _ head: ResultHead) -> String {
        let size = CGSize(width: head.width, height: head.height)
        let details = result.faces.enumerated().map { index, face in
            let place = TextOutput.box(face.landmarks.boundingBox(in: size) ?? .null)
            let expressions = (face.blendshapes.map(Self.strongest) ?? []).joined(separator: ", ")
            return "\(TextOutput.number(index, trackID: face.trackID)) at \(place)"
                + (expressions.isEmpty ? "" : ", \(expressions)")
        }
        return TextOutput.lines(head, .face, details)
    }

    /// Returns the three blendshapes with the highest scores of at least 0.3, as "jawOpen 0.81".
    private static func strongest(_ blendshapes: BlendshapeScores) -> [String] {
        zip(FaceLandmarker.blendshapeNames, blendshapes.scores).filter { $0.1 >= 0.3 && $0.0 != "_neutral" }
            .sorted { $0.1 > $1.1 }.prefix(3).map { String(format: "%@ %.2f", $0, $1) }
    }

    func json(_ result: FaceLandmarkerResult, _ head: ResultHead) -> String {
        JSONText.line { json in
            json.head(head)
            result.writeMembers(to: &json)
        }
    }

    func csv(_ result: FaceLandmarkerResult, _ head: ResultHead) -> String {
        let columns = csvColumns
        return result.faces.enumerated().map { index, face in
            var fields = head.csvFields + ["\(index)", face.trackID.map { "\($0)" } ?? ""]
            fields += face.landmarks.flatMap { ["\($0.x)", "\($0.y)", "\($0.z)"] }
            if hasBlendshapes {
                fields += face.blendshapes?.scores.map { "\($0)" } ?? Array(repeating: "", count: 52)
            }
            if hasMatrixes {
                fields += (0..<16).map { element in
                    face.transformationMatrix.map { "\($0[row: element / 4, column: element % 4])" } ?? ""
                }
            }
            return CSV.line(fields, columns: columns)
        }.joined()
    }
}
