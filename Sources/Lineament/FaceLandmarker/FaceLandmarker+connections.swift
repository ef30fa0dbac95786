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
