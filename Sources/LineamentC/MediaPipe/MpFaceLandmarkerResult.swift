// SPDX-License-Identifier: Apache-2.0
internal import CLineament
internal import Foundation
internal import Lineament

extension MpFaceLandmarkerResult: MpTaskResult {
    init(_ result: FaceLandmarkerResult) {
        self.init()
        (face_landmarks, face_landmarks_count) = CMemory.array(result.faces) { MpLandmarks($0.landmarks) }
        (face_blendshapes, face_blendshapes_count) = CMemory.array(result.faces.compactMap(\.blendshapes)) {
            MpCategories($0)
        }
        (facial_transformation_matrixes, facial_transformation_matrixes_count) = CMemory.array(
            result.facialTransformationMatrixes, MpMatrix.init)
    }

    func close() {
        CMemory.release(face_landmarks, face_landmarks_count) { $0.close() }
        CMemory.release(face_blendshapes, face_blendshapes_count) { $0.close() }
        CMemory.release(facial_transformation_matrixes, facial_transformation_matrixes_count) {
            CMemory.release($0.data, $0.rows * $0.cols)
        }
    }
}

extension MpMatrix {
    fileprivate init(_ matrix: TransformMatrix) {
        let (data, _) = matrix.withUnsafeBufferPointer { CMemory.array(Array($0)) { $0 } }
        self.init(rows: UInt32(matrix.rows), cols: UInt32(matrix.columns), data: data)
    }
}
