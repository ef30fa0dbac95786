// SPDX-License-Identifier: Apache-2.0
package import CLineament
internal import Foundation
internal import Lineament

private typealias Landmarker = MediaPipeTask<MpFaceLandmarkerResult>

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
    Landmarker.create(
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

@_cdecl("MpFaceLandmarkerDetectImage")
package func mpFaceLandmarkerDetectImage(
    _ landmarker: OpaquePointer?, _ image: OpaquePointer?, _ options: UnsafePointer<MpImageProcessingOptions>?,
    _ result: UnsafeMutablePointer<MpFaceLandmarkerResult>?, _ message: ErrorMessage?
) -> MpStatus {
    Landmarker.detect(landmarker, image, options, result, message)
}

@_cdecl("MpFaceLandmarkerDetectForVideo")
package func mpFaceLandmarkerDetectForVideo(
    _ landmarker: OpaquePointer?, _ frame: OpaquePointer?, _ options: UnsafePointer<MpImageProcessingOptions>?,
    _ timestamp: Int64, _ result: UnsafeMutablePointer<MpFaceLandmarkerResult>?, _ message: ErrorMessage?
) -> MpStatus {
    Landmarker.detect(landmarker, frame, options, timestamp: timestamp, result, message)
}

@_cdecl("MpFaceLandmarkerDetectAsync")
package func mpFaceLandmarkerDetectAsync(
    _ landmarker: OpaquePointer?, _ frame: OpaquePointer?, _ options: UnsafePointer<MpImageProcessingOptions>?,
    _ timestamp: Int64, _ message: ErrorMessage?
) -> MpStatus {
    Landmarker.submit(landmarker, frame, options, timestamp: timestamp, message)
}

@_cdecl("MpFaceLandmarkerCloseResult")
package func mpFaceLandmarkerCloseResult(_ result: UnsafeMutablePointer<MpFaceLandmarkerResult>?) {
    Landmarker.close(result)
}

@_cdecl("MpFaceLandmarkerClose")
package func mpFaceLandmarkerClose(_ landmarker: OpaquePointer?, _ message: ErrorMessage?) -> MpStatus {
    Landmarker.close(landmarker, message)
}
