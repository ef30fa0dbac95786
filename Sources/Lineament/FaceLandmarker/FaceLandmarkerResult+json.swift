// SPDX-License-Identifier: Apache-2.0
extension FaceLandmarkerResult {
    /// Writes the members of the result into a JSON object opened by the caller.
    package func writeMembers(to json: inout some JSONWriting) {
        if isFrame { json.member("timestampInMilliseconds", timestampInMilliseconds) }
        json.member("faceLandmarks", faces) { json, face in
            json.array(face.landmarks) { json, landmark in landmark.write(to: &json) }
        }
        if contents.contains(.blendshapes) {
            json.member("faceBlendshapes", faceBlendshapes) { json, face in
                json.array(face.categories) { json, category in category.write(to: &json) }
            }
        }
        if contents.contains(.matrixes) {
            json.member("facialTransformationMatrixes", facialTransformationMatrixes) { json, matrix in
                json.array(matrix.rowMajor) { json, row in
                    json.array(row) { json, element in json.value(element) }
                }
            }
        }
        if contents.contains(.meshes) {
            json.member("faceMeshes", faces) { json, face in
                json.array(face.mesh ?? Face.unknownMesh) { json, point in
                    json.object { json in
                        json.member("x", point.x)
                        json.member("y", point.y)
                        json.member("z", point.z)
                    }
                }
            }
        }
        if detectedFaceCount > faces.count { json.member("detectedFaces", detectedFaceCount) }
        if !facesWithoutLandmarks.isEmpty {
            json.member("facesWithoutLandmarks", facesWithoutLandmarks) { json, face in face.write(to: &json) }
        }
        if isFrame {
            json.member("trackIDs", trackIDs) { json, id in json.value(id) }
        }
        if faces.isEmpty || !faceScores.isEmpty {
            json.member("faceScores", faces) { json, face in json.value(face.score ?? .nan) }
        }
    }
}

extension FaceLandmarkerResult: Codable {
    /// Encodes the JSON that the command line prints, but without the image's name and size. The timestamp is included
    /// only for frames of a video.
    public func encode(to encoder: any Encoder) throws {
        try encoder.encode { json in json.object { writeMembers(to: &$0) } }
    }

    /// Decodes the JSON that the command line prints.
    /// - Throws: `DecodingError`, also if a face does not have 478 landmarks.
    public convenience init(from decoder: any Decoder) throws {
        let members = try Members(from: decoder)
        let faces = try members.faceLandmarks.enumerated().map { index, landmarks in
            Face(
                landmarks: try FaceLandmarks(decoded: landmarks, count: FaceMeshLandmark.count, from: decoder),
                blendshapes: members.faceBlendshapes?.element(at: index).map { categories in
                    BlendshapeScores(Classifications(headIndex: 0, categories: categories))
                },
                transformationMatrix: members.facialTransformationMatrixes?.element(at: index).flatMap(Members.matrix),
                mesh: members.faceMeshes?.element(at: index).flatMap(Members.mesh),
                trackID: members.trackIDs?.element(at: index), score: members.faceScores?.element(at: index) ?? nil)
        }
        var contents: Contents = []
        if members.faceBlendshapes != nil { contents.insert(.blendshapes) }
        if members.facialTransformationMatrixes != nil { contents.insert(.matrixes) }
        if members.faceMeshes != nil { contents.insert(.meshes) }
        self.init(
            faces: faces, facesWithoutLandmarks: members.facesWithoutLandmarks ?? [],
            detectedFaceCount: members.detectedFaces ?? faces.count, contents: contents,
            timestampInMilliseconds: members.timestampInMilliseconds ?? 0,
            isFrame: members.timestampInMilliseconds != nil || members.trackIDs != nil)
    }

    private struct Members: Decodable {
        var timestampInMilliseconds: Int?
        var faceLandmarks: [[NormalizedLandmark]]
        var faceBlendshapes: [[ResultCategory]]?
        var facialTransformationMatrixes: [[[Float?]]]?
        var faceMeshes: [[Point]]?
        var trackIDs: [Int]?
        var detectedFaces: Int?
        var facesWithoutLandmarks: [Detection]?
        var faceScores: [Float?]?

        struct Point: Decodable {
            var x: Float?
            var y: Float?
            var z: Float?
        }

        /// Returns the mesh; `nil` for an unsolved one, whose numbers are null.
        static func mesh(_ points: [Point]) -> [SIMD3<Float>]? {
            let known = points.compactMap { point -> SIMD3<Float>? in
                guard let x = point.x, let y = point.y, let z = point.z else { return nil }
                return SIMD3(x, y, z)
            }
            return known.count == FaceMeshLandmark.count ? known : nil
        }

        /// Returns the matrix; `nil` for an unsolved pose, whose elements are null.
        static func matrix(_ rows: [[Float?]]) -> TransformMatrix? {
            let elements = rows.joined().compactMap(\.self)
            return elements.count == 16 ? TransformMatrix(rowMajor: elements, side: 4) : nil
        }
    }
}
