extension FaceLandmarker {
    /// The outlines of the lips, 40 lines.
    public class func lipsConnections() -> [Connection] { FaceLandmarkConnections.lips }
    /// The lids of the subject's left eye, 16 lines.
    public class func leftEyeConnections() -> [Connection] { FaceLandmarkConnections.leftEye }
    /// The subject's left eyebrow, 8 lines.
    public class func leftEyebrowConnections() -> [Connection] { FaceLandmarkConnections.leftEyebrow }
    /// The rim of the subject's left iris, 4 lines.
    public class func leftIrisConnections() -> [Connection] { FaceLandmarkConnections.leftIris }
    /// The lids of the subject's right eye, 16 lines.
    public class func rightEyeConnections() -> [Connection] { FaceLandmarkConnections.rightEye }
    /// The subject's right eyebrow, 8 lines.
    public class func rightEyebrowConnections() -> [Connection] { FaceLandmarkConnections.rightEyebrow }
    /// The rim of the subject's right iris, 4 lines. (MediaPipe's iOS library returns the left one here.)
    public class func rightIrisConnections() -> [Connection] { FaceLandmarkConnections.rightIris }
    /// The outline of the face, 36 lines.
    public class func faceOvalConnections() -> [Connection] { FaceLandmarkConnections.faceOval }
    /// Lips, eyes, eyebrows, irises and outline, 132 lines.
    public class func contoursConnections() -> [Connection] { FaceLandmarkConnections.contours }
    /// The edges of 852 triangles, 2556 lines, each inner edge twice.
    public class func tesselationConnections() -> [Connection] { FaceLandmarkConnections.tesselation }
    /// Lips, contours and tesselation, 2728 lines.
    public class func faceConnections() -> [Connection] { FaceLandmarkConnections.all }
}

extension FaceLandmarker {
    /// The names of the 52 blendshapes in the order of their scores. Left and right are the subject's.
    public static var blendshapeNames: [String] { Blendshape.allCases.map(\.name) }
}
