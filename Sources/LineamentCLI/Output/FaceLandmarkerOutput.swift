internal import Lineament

/// Writes what the face landmarker found.
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

    func json(_ result: FaceLandmarkerResult, _ head: ResultHead) -> String {
        var writer = JSONWriter()
        writer.object { json in
            json.head(head)
            json.key("faceLandmarks")
            json.array(result.faceLandmarks) { json, face in
                json.array(face) { json, landmark in
                    json.object { json in
                        json.member("x", landmark.x)
                        json.member("y", landmark.y)
                        json.member("z", landmark.z)
                    }
                }
            }
            if hasBlendshapes { write(result.faceBlendshapes, to: &json) }
            if hasMatrixes { write(result.facialTransformationMatrixes, to: &json) }
            if head.timestamp != nil {
                json.key("trackIDs")
                json.array(result.trackIDs) { json, id in json.value(id) }
            }
        }
        return writer.text + "\n"
    }

    func csv(_ result: FaceLandmarkerResult, _ head: ResultHead) -> String {
        result.faceLandmarks.enumerated().map { index, landmarks in
            let track = index < result.trackIDs.count ? "\(result.trackIDs[index])" : ""
            var fields = head.csvFields + ["\(index)", track]
            fields += landmarks.flatMap { ["\($0.x)", "\($0.y)", "\($0.z)"] }
            if hasBlendshapes, index < result.faceBlendshapes.count {
                fields += result.faceBlendshapes[index].categories.map { "\($0.score)" }
            }
            if hasMatrixes, index < result.facialTransformationMatrixes.count {
                let matrix = result.facialTransformationMatrixes[index]
                fields += matrix.writtenRows.flatMap { $0.map { "\($0)" } }
            }
            return CSV.line(fields)
        }.joined()
    }

    private func write(_ blendshapes: [Classifications], to json: inout JSONWriter) {
        json.key("faceBlendshapes")
        json.array(blendshapes) { json, face in
            json.array(face.categories) { json, category in
                json.object { json in
                    json.member("index", category.index)
                    json.member("categoryName", category.categoryName ?? "")
                    json.member("score", category.score)
                }
            }
        }
    }

    private func write(_ matrixes: [TransformMatrix], to json: inout JSONWriter) {
        json.key("facialTransformationMatrixes")
        json.array(matrixes) { json, matrix in
            json.array(matrix.writtenRows) { json, row in
                json.array(row) { json, element in json.value(element) }
            }
        }
    }
}

extension TransformMatrix {
    /// The matrix row by row, as one writes it.
    fileprivate var writtenRows: [[Float]] {
        (0..<Int(rows)).map { row in (0..<Int(columns)).compactMap { element(row: row, column: $0) } }
    }
}
