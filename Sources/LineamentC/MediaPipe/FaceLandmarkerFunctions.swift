package import CLineament
internal import Foundation
internal import Lineament

private typealias Landmarker = MediaPipeTask<FaceLandmarkerResult>

extension MpFaceLandmarkerResult {
    fileprivate init(_ result: FaceLandmarkerResult) {
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

    fileprivate func close() {
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
    creating(landmarker, "landmarker", message) {
        let given = try MpFaceLandmarkerOptions(copying: options)
        let options = FaceLandmarkerOptions()
        try options.baseOptions.copy(given.base_options)
        options.numFaces = Int(given.num_faces)
        options.minFaceDetectionConfidence = given.min_face_detection_confidence
        options.minFacePresenceConfidence = given.min_face_presence_confidence
        options.minTrackingConfidence = given.min_tracking_confidence
        options.outputFaceBlendshapes = given.output_face_blendshapes
        options.outputFacialTransformationMatrixes = given.output_facial_transformation_matrixes
        let deliver = Landmarker.delivery(
            to: given.result_callback, call: { $0($1, $2, $3, $4) }, convert: { MpFaceLandmarkerResult($0) },
            close: { $0.pointee.close() })
        return try Landmarker(runningMode: given.running_mode, deliver: deliver) {
            try FaceLandmarker(options: options)
        }
    }
}

@_cdecl("MpFaceLandmarkerDetectImage")
package func mpFaceLandmarkerDetectImage(
    _ landmarker: OpaquePointer?, _ image: OpaquePointer?, _ options: UnsafePointer<MpImageProcessingOptions>?,
    _ result: UnsafeMutablePointer<MpFaceLandmarkerResult>?, _ message: ErrorMessage?
) -> MpStatus {
    Landmarker.detect(landmarker, image, options, result, message) { MpFaceLandmarkerResult($0) }
}

@_cdecl("MpFaceLandmarkerDetectForVideo")
package func mpFaceLandmarkerDetectForVideo(
    _ landmarker: OpaquePointer?, _ frame: OpaquePointer?, _ options: UnsafePointer<MpImageProcessingOptions>?,
    _ timestamp: Int64, _ result: UnsafeMutablePointer<MpFaceLandmarkerResult>?, _ message: ErrorMessage?
) -> MpStatus {
    Landmarker.detect(landmarker, frame, options, timestamp: timestamp, result, message) {
        MpFaceLandmarkerResult($0)
    }
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
    result?.pointee.close()
    result?.pointee = MpFaceLandmarkerResult()
}

@_cdecl("MpFaceLandmarkerClose")
package func mpFaceLandmarkerClose(_ landmarker: OpaquePointer?, _ message: ErrorMessage?) -> MpStatus {
    Landmarker.close(landmarker, message)
}
