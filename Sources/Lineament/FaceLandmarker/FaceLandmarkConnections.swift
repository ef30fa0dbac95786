// SPDX-License-Identifier: Apache-2.0

/// The pairs of face landmarks that MediaPipe connects by lines. Left and right are the subject's.
///
/// The paths are those of MediaPipe's `face_landmarks_connections.h`; each array is a polyline of landmark indices.
enum FaceLandmarkConnections {
    static let lips = paths(
        [61, 146, 91, 181, 84, 17, 314, 405, 321, 375, 291],
        [61, 185, 40, 39, 37, 0, 267, 269, 270, 409, 291],
        [78, 95, 88, 178, 87, 14, 317, 402, 318, 324, 308],
        [78, 191, 80, 81, 82, 13, 312, 311, 310, 415, 308])
    static let leftEye = paths(
        [263, 249, 390, 373, 374, 380, 381, 382, 362], [263, 466, 388, 387, 386, 385, 384, 398, 362])
    static let rightEye = paths(
        [33, 7, 163, 144, 145, 153, 154, 155, 133], [33, 246, 161, 160, 159, 158, 157, 173, 133])
    static let leftEyebrow = paths([276, 283, 282, 295, 285], [300, 293, 334, 296, 336])
    static let rightEyebrow = paths([46, 53, 52, 65, 55], [70, 63, 105, 66, 107])
    static let leftIris = paths([474, 475, 476, 477, 474])
    static let rightIris = paths([469, 470, 471, 472, 469])
    static let faceOval = paths([
        10, 338, 297, 332, 284, 251, 389, 356, 454, 323, 361, 288, 397, 365, 379, 378, 400, 377, 152, 148, 176,
        149, 150, 136, 172, 58, 132, 93, 234, 127, 162, 21, 54, 103, 67, 109, 10,
    ])
    static let contours =
        lips + leftEye + leftEyebrow + leftIris + rightEye + rightEyebrow + rightIris + faceOval
    static let tesselation = stride(from: 0, to: FaceTesselationTable.triangles.count, by: 3).flatMap { first in
        let corners = FaceTesselationTable.triangles[first..<first + 3].map(Int.init)
        return paths(corners + [corners[0]])
    }
    static let all = lips + contours + tesselation

    /// Returns the line segments of polylines, in order.
    private static func paths(_ paths: [Int]...) -> [Connection] {
        paths.flatMap { path in
            zip(path, path.dropFirst()).map { Connection(start: UInt($0), end: UInt($1)) }
        }
    }
}

extension FaceLandmarker {
    /// The contours of the lips: 40 lines.
    public class func lipsConnections() -> [Connection] { FaceLandmarkConnections.lips }
    /// The contour of the subject's left eye: 16 lines.
    public class func leftEyeConnections() -> [Connection] { FaceLandmarkConnections.leftEye }
    /// The subject's left eyebrow: 8 lines.
    public class func leftEyebrowConnections() -> [Connection] { FaceLandmarkConnections.leftEyebrow }
    /// The contour of the subject's left iris: 4 lines.
    public class func leftIrisConnections() -> [Connection] { FaceLandmarkConnections.leftIris }
    /// The contour of the subject's right eye: 16 lines.
    public class func rightEyeConnections() -> [Connection] { FaceLandmarkConnections.rightEye }
    /// The subject's right eyebrow: 8 lines.
    public class func rightEyebrowConnections() -> [Connection] { FaceLandmarkConnections.rightEyebrow }
    /// The contour of the subject's right iris: 4 lines. (MediaPipe's iOS library returns the left iris here.)
    public class func rightIrisConnections() -> [Connection] { FaceLandmarkConnections.rightIris }
    /// The contour of the face: 36 lines.
    public class func faceOvalConnections() -> [Connection] { FaceLandmarkConnections.faceOval }
    /// The contours of lips, eyes, eyebrows, irises and face: 132 lines.
    public class func contoursConnections() -> [Connection] { FaceLandmarkConnections.contours }
    /// The edges of the mesh's 852 triangles: 2556 lines, with inner edges repeated.
    public class func tesselationConnections() -> [Connection] { FaceLandmarkConnections.tesselation }
    /// The lips, the contours and the tesselation: 2728 lines.
    public class func faceConnections() -> [Connection] { FaceLandmarkConnections.all }
}

extension FaceLandmarker {
    /// The names of the 52 blendshapes in the order of their scores. Left and right are the subject's.
    public static var blendshapeNames: [String] { Blendshape.allCases.map(\.name) }
}
