// SPDX-License-Identifier: Apache-2.0
package import CLineament
internal import Lineament

@_cdecl("lineament_result_faces_without_landmarks")
package func lineamentResultFacesWithoutLandmarks(
    _ result: UnsafePointer<LineamentResult>?, _ faces: UnsafeMutablePointer<LineamentResult>?,
    _ message: ErrorMessage?
) -> MpStatus {
    status(message) {
        let faces = try place(faces, "faces", holding: LineamentResult())
        let result = try required(result, "result").pointee
        if let arrays = try ResultArrays.owner(of: result).facesWithoutLandmarks {
            faces.pointee = arrays.handedOver()
        } else {
            faces.pointee.task = TaskKind.faceDetector.number
            faces.pointee.width = result.width
            faces.pointee.height = result.height
            faces.pointee.timestamp_ms = result.timestamp_ms
        }
    }
}
