/// The faces that a ``FaceLandmarker`` found in one picture. The lists run in parallel.
public final class FaceLandmarkerResult: TaskResult, @unchecked Sendable {
    /// 478 landmarks a face; empty if there is no face.
    ///
    /// 0 to 467 are the mesh, 468 to 472 the iris of the subject's right eye, 473 to 477 that of the left.
    public let faceLandmarks: [[NormalizedLandmark]]
    /// 52 scores a face, or empty if they were not asked for.
    public let faceBlendshapes: [Classifications]
    /// The pose of each head, or empty if it was not asked for. A face whose landmarks nearly coincide has none.
    public let facialTransformationMatrixes: [TransformMatrix]
    /// In video and live stream mode a number for each face, which it keeps while it is followed and through a short
    /// loss, and which no other face of the stream gets. Empty for single pictures. Beyond the original.
    public let trackIDs: [Int]

    public convenience init(
        faceLandmarks: [[NormalizedLandmark]], faceBlendshapes: [Classifications],
        facialTransformationMatrixes: [TransformMatrix], timestampInMilliseconds: Int
    ) {
        self.init(
            faceLandmarks: faceLandmarks, faceBlendshapes: faceBlendshapes,
            facialTransformationMatrixes: facialTransformationMatrixes, trackIDs: [],
            timestampInMilliseconds: timestampInMilliseconds)
    }

    init(
        faceLandmarks: [[NormalizedLandmark]], faceBlendshapes: [Classifications],
        facialTransformationMatrixes: [TransformMatrix], trackIDs: [Int], timestampInMilliseconds: Int
    ) {
        self.faceLandmarks = faceLandmarks
        self.faceBlendshapes = faceBlendshapes
        self.facialTransformationMatrixes = facialTransformationMatrixes
        self.trackIDs = trackIDs
        super.init(timestampInMilliseconds: timestampInMilliseconds)
    }
}

extension FaceLandmarkerResult {
    convenience init(faces: [Face], trackIDs: [Int], timestampInMilliseconds: Int) {
        self.init(
            faceLandmarks: faces.map { face in
                face.landmarks.map { NormalizedLandmark(x: $0.x, y: $0.y, z: $0.z) }
            },
            faceBlendshapes: faces.compactMap { face in face.blendshapes.map(Classifications.init) },
            facialTransformationMatrixes: faces.compactMap { face in
                face.transformation.map { TransformMatrix(rowMajor: $0, side: 4) }
            },
            trackIDs: trackIDs, timestampInMilliseconds: timestampInMilliseconds)
    }
}

extension Classifications {
    /// Scores in the order of the blendshape model.
    fileprivate init(blendshapes scores: [Float]) {
        let categories = scores.prefix(BlendshapesTable.names.count).indices.map { index in
            ResultCategory(
                index: index, score: scores[index], categoryName: BlendshapesTable.names[index], displayName: nil)
        }
        self.init(headIndex: 0, headName: "", categories: categories)
    }
}
