// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// Options for a ``FaceLandmarker``.
public class FaceLandmarkerOptions: TaskOptions {
    /// The maximum number of faces, at least 1; `Int.max` for no limit. Default: 1.
    public var numFaces = 1
    /// The score below which detections are dropped, 0 to 1. Default: 0.5.
    ///
    /// With `range = .auto`, YuNet's detections score at least 0.5, so a lower threshold adds only detections of
    /// MediaPipe's detector.
    public var minFaceDetectionConfidence: Float = 0.5
    /// The presence score that the landmark model must exceed for a face to be kept, 0 to 1. Default: 0.5.
    public var minFacePresenceConfidence: Float = 0.5
    /// The intersection over union above which a tracked and a detected region count as the same face, 0 to 1. Default:
    /// 0.5.
    public var minTrackingConfidence: Float = 0.5
    /// Whether to score 52 blendshapes. Default: false, which saves one inference per face.
    public var outputFaceBlendshapes = false
    /// Whether to compute the 4×4 transformation matrix of the head. Default: false.
    public var outputFacialTransformationMatrixes = false
    /// Whether to compute the mesh of the face in centimeters, in the space of the camera; see
    /// ``FaceLandmarkerResult/Face/mesh``. Default: false. A Lineament extension.
    public var outputFaceMeshes = false
    /// The vertical angle of view of the camera, in degrees, 1 to 170, which the transformation matrix and the mesh depend
    /// on; without effect if there is a ``focalLength``. Default: 63, which MediaPipe assumes. A Lineament extension.
    public var verticalFieldOfView: Float = 63
    /// The focal length of the camera in pixels of the upright image, as calibration gives it; `nil` if unknown, for which
    /// ``verticalFieldOfView`` counts. Default: `nil`. A Lineament extension.
    public var focalLength: Float?

    /// Which faces of a video are smoothed. Default: `.mediaPipe`. A Lineament extension.
    public var smoothing = Smoothing.mediaPipe
    /// The sizes of the faces to detect. With `.auto`, landmarks that fail or are doubtful are also looked for again: turned, with a
    /// gray border, unsqueezed. Default: `.short`, as in MediaPipe. A Lineament extension.
    public var range = DetectionRange.short
    /// The maximum number of pixels that `range = .auto` searches in one image, summed over all scales.
    ///
    /// It bounds the cost of the search, which is about 23 ms per megapixel on two cores. Default: 150 million, enough
    /// for an image of 100 megapixels. A Lineament extension.
    public var maxSearchedPixels = 150_000_000
    /// The detector to use instead of the bundle's; if it is set, ``range`` has no effect. Default: `nil`. A Lineament
    /// extension.
    public var faceDetector: (any FaceDetecting)?
    /// The delegate that receives the results of a live stream. Required in live-stream mode and forbidden in the
    /// others. Not retained.
    public weak var faceLandmarkerLiveStreamDelegate: (any FaceLandmarkerLiveStreamDelegate)?

    /// The angles of view that a camera may have.
    package static let fieldsOfView = 1.0...170.0
    /// The focal lengths that a camera may have, in pixels; 0 for an unknown one.
    package static let focalLengths = 0.0...1e6

    package override var seesSquarePixels: Bool { range == .auto }

    /// Creates the default options.
    public required init() { super.init() }

    /// Copies every option of `other`.
    required init(copying other: TaskOptions) {
        super.init(copying: other)
        guard let other = other as? FaceLandmarkerOptions else { return }
        Self.table.copy(other, to: self)
        faceDetector = other.faceDetector
        faceLandmarkerLiveStreamDelegate = other.faceLandmarkerLiveStreamDelegate
    }
}

/// Receives the results of a face landmarker in live-stream mode, in order, on a thread of its own.
///
/// A slow delegate costs no frames as long as fewer than eight results are waiting for it.
public protocol FaceLandmarkerLiveStreamDelegate: NSObjectProtocol {
    /// Called with the result of each frame.
    /// - Parameters:
    ///   - faceLandmarker: The landmarker that processed the frame.
    ///   - result: The result; `nil` if processing failed.
    ///   - timestampInMilliseconds: The frame's timestamp; `Int.min` if processing failed.
    ///   - error: The error if processing failed; otherwise `nil`.
    func faceLandmarker(
        _ faceLandmarker: FaceLandmarker, didFinishDetection result: FaceLandmarkerResult?,
        timestampInMilliseconds: Int, error: (any Error)?)
}
