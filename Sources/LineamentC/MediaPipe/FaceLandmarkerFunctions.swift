// SPDX-License-Identifier: Apache-2.0
package import CLineament
internal import Foundation
internal import Lineament

extension MpFaceLandmarkerResult: MpTaskResult {
    init(_ result: FaceLandmarkerResult) {
        let (landmarks, landmarkCount) = CMemory.array(result.faces) { MpLandmarks($0.landmarks) }
        let (blendshapes, blendshapeCount) = CMemory.array(result.faces.compactMap(\.blendshapes)) {
            MpCategories($0)
        }
        let (matrixes, matrixCount) = CMemory.array(result.facialTransformationMatrixes, MpMatrix.init)
        self.init(
            face_landmarks: landmarks, face_landmarks_count: landmarkCount, face_blendshapes: blendshapes,
            face_blendshapes_count: blendshapeCount, facial_transformation_matrixes: matrixes,
            facial_transformation_matrixes_count: matrixCount)
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

@_cdecl("MpFaceLandmarkerCreate")
package func mpFaceLandmarkerCreate(
    _ options: UnsafePointer<MpFaceLandmarkerOptions>?, _ landmarker: NewHandle?, _ message: ErrorMessage?
) -> MpStatus {
    MediaPipeTask<MpFaceLandmarkerResult>.create(
        options, landmarker, "landmarker", message, callback: { $0.result_callback }, call: { $0($1, $2, $3, $4) }
    ) { given, base in
        let options = FaceLandmarkerOptions()
        options.baseOptions = base
        options.numFaces = Int(given.num_faces)
        options.minFaceDetectionConfidence = given.min_face_detection_confidence
        options.minFacePresenceConfidence = given.min_face_presence_confidence
        options.minTrackingConfidence = given.min_tracking_confidence
        options.outputFaceBlendshapes = given.output_face_blendshapes
        options.outputFacialTransformationMatrixes = given.output_facial_transformation_matrixes
        return try FaceLandmarker(options: options)
    }
}
