// SPDX-License-Identifier: Apache-2.0

// Names of Vision's older API for what has no counterpart here, so that a compiler's message tells what to do.
// docs/dialects.md lists them.

// MARK: Regions of an image that draw attention

/// Saliency is not part of Lineament.
@available(
    *, unavailable, message: "Saliency is not part of Lineament: nearest is VNDetectHumanRectanglesRequest, for people."
)
public typealias VNGenerateAttentionBasedSaliencyImageRequest = VNRequestNotInLineament

/// Saliency is not part of Lineament.
@available(
    *, unavailable, message: "Saliency is not part of Lineament: nearest is VNDetectHumanRectanglesRequest, for people."
)
public typealias VNGenerateObjectnessBasedSaliencyImageRequest = VNRequestNotInLineament

/// Saliency is not part of Lineament.
@available(
    *, unavailable, message: "Saliency is not part of Lineament: nearest is VNDetectHumanRectanglesRequest, for people."
)
public typealias VNSaliencyImageObservation = VNObservationNotInLineament

// MARK: Feature prints

/// Comparing images is not part of Lineament.
@available(
    *, unavailable,
    message: "Comparing images is not part of Lineament: nearest is VNDetectFaceCaptureQualityRequest, for one face."
)
public typealias VNGenerateImageFeaturePrintRequest = VNRequestNotInLineament

/// Comparing images is not part of Lineament.
@available(
    *, unavailable,
    message: "Comparing images is not part of Lineament: nearest is VNDetectFaceCaptureQualityRequest, for one face."
)
public typealias VNFeaturePrintObservation = VNObservationNotInLineament

// MARK: Text

/// Text recognition is not part of Lineament.
@available(
    *, unavailable, message: "Text recognition is not part of Lineament: nearest is Tesseract, a library of its own."
)
public typealias VNRecognizeTextRequest = VNRequestNotInLineament

/// Text recognition is not part of Lineament.
@available(
    *, unavailable, message: "Text recognition is not part of Lineament: nearest is Tesseract, a library of its own."
)
public typealias VNDetectTextRectanglesRequest = VNRequestNotInLineament

/// Text recognition is not part of Lineament.
@available(
    *, unavailable, message: "Text recognition is not part of Lineament: nearest is Tesseract, a library of its own."
)
public typealias VNRecognizedTextObservation = VNObservationNotInLineament

/// Text recognition is not part of Lineament.
@available(
    *, unavailable, message: "Text recognition is not part of Lineament: nearest is Tesseract, a library of its own."
)
public typealias VNRecognizedText = VNObservationNotInLineament

/// Text recognition is not part of Lineament.
@available(
    *, unavailable, message: "Text recognition is not part of Lineament: nearest is Tesseract, a library of its own."
)
public typealias VNTextObservation = VNObservationNotInLineament

// MARK: Barcodes

/// Reading barcodes is not part of Lineament.
@available(
    *, unavailable, message: "Reading barcodes is not part of Lineament: nearest is ZXing, a library of its own."
)
public typealias VNDetectBarcodesRequest = VNRequestNotInLineament

/// Reading barcodes is not part of Lineament.
@available(
    *, unavailable, message: "Reading barcodes is not part of Lineament: nearest is ZXing, a library of its own."
)
public typealias VNBarcodeObservation = VNObservationNotInLineament

/// Reading barcodes is not part of Lineament.
@available(
    *, unavailable, message: "Reading barcodes is not part of Lineament: nearest is ZXing, a library of its own."
)
public typealias VNBarcodeSymbology = VNObservationNotInLineament

// MARK: Animals

/// Recognizing animals is not part of Lineament.
@available(
    *, unavailable,
    message: "Recognizing animals is not part of Lineament: nearest is VNDetectHumanRectanglesRequest, for people."
)
public typealias VNRecognizeAnimalsRequest = VNRequestNotInLineament

/// Recognizing animals is not part of Lineament.
@available(
    *, unavailable,
    message: "Recognizing animals is not part of Lineament: nearest is VNDetectHumanRectanglesRequest, for people."
)
public typealias VNDetectAnimalBodyPoseRequest = VNRequestNotInLineament

/// Recognizing animals is not part of Lineament.
@available(
    *, unavailable,
    message: "Recognizing animals is not part of Lineament: nearest is VNDetectHumanRectanglesRequest, for people."
)
public typealias VNRecognizedObjectObservation = VNObservationNotInLineament

/// Recognizing animals is not part of Lineament.
@available(
    *, unavailable,
    message: "Recognizing animals is not part of Lineament: nearest is VNDetectHumanRectanglesRequest, for people."
)
public typealias VNAnimalBodyPoseObservation = VNObservationNotInLineament

// MARK: Classes of images

/// Classifying images is not part of Lineament.
@available(
    *, unavailable,
    message: "Classifying images is not part of Lineament: nearest is VNDetectFaceCaptureQualityRequest, for faces."
)
public typealias VNClassifyImageRequest = VNRequestNotInLineament

/// Classifying images is not part of Lineament.
@available(
    *, unavailable,
    message: "Classifying images is not part of Lineament: nearest is VNDetectFaceCaptureQualityRequest, for faces."
)
public typealias VNCalculateImageAestheticsScoresRequest = VNRequestNotInLineament

/// Classifying images is not part of Lineament.
@available(
    *, unavailable,
    message: "Classifying images is not part of Lineament: nearest is VNDetectFaceCaptureQualityRequest, for faces."
)
public typealias VNClassificationObservation = VNObservationNotInLineament

/// Classifying images is not part of Lineament.
@available(
    *, unavailable,
    message: "Classifying images is not part of Lineament: nearest is VNDetectFaceCaptureQualityRequest, for faces."
)
public typealias VNImageAestheticsScoresObservation = VNObservationNotInLineament

// MARK: The horizon

/// Detecting the horizon is not part of Lineament.
@available(
    *, unavailable,
    message: "Detecting the horizon is not part of Lineament: nearest is the roll of a VNFaceObservation."
)
public typealias VNDetectHorizonRequest = VNRequestNotInLineament

/// Detecting the horizon is not part of Lineament.
@available(
    *, unavailable,
    message: "Detecting the horizon is not part of Lineament: nearest is the roll of a VNFaceObservation."
)
public typealias VNHorizonObservation = VNObservationNotInLineament

// MARK: Rectangles

/// Detecting rectangles is not part of Lineament.
@available(
    *, unavailable,
    message: "Detecting rectangles is not part of Lineament: nearest is polygonApproximation(epsilon:) of a contour."
)
public typealias VNDetectRectanglesRequest = VNRequestNotInLineament

/// Detecting rectangles is not part of Lineament.
@available(
    *, unavailable,
    message: "Detecting rectangles is not part of Lineament: nearest is polygonApproximation(epsilon:) of a contour."
)
public typealias VNTrackRectangleRequest = VNRequestNotInLineament

/// Detecting rectangles is not part of Lineament.
@available(
    *, unavailable,
    message: "Detecting rectangles is not part of Lineament: nearest is polygonApproximation(epsilon:) of a contour."
)
public typealias VNRectangleObservation = VNObservationNotInLineament

// MARK: Documents

/// Segmenting documents is not part of Lineament.
@available(
    *, unavailable,
    message: "Segmenting documents is not part of Lineament: nearest is polygonApproximation(epsilon:) of a contour."
)
public typealias VNDetectDocumentSegmentationRequest = VNRequestNotInLineament

// MARK: Trajectories

/// Detecting trajectories is not part of Lineament.
@available(
    *, unavailable,
    message: "Detecting trajectories is not part of Lineament: nearest is VNTrackObjectRequest, for faces and people."
)
public typealias VNDetectTrajectoriesRequest = VNRequestNotInLineament

/// Detecting trajectories is not part of Lineament.
@available(
    *, unavailable,
    message: "Detecting trajectories is not part of Lineament: nearest is VNTrackObjectRequest, for faces and people."
)
public typealias VNTrajectoryObservation = VNObservationNotInLineament

// MARK: Optical flow

/// Optical flow is not part of Lineament.
@available(
    *, unavailable,
    message: "Optical flow is not part of Lineament: nearest is VNTrackObjectRequest, for faces and people."
)
public typealias VNGenerateOpticalFlowRequest = VNRequestNotInLineament

/// Optical flow is not part of Lineament.
@available(
    *, unavailable,
    message: "Optical flow is not part of Lineament: nearest is VNTrackObjectRequest, for faces and people."
)
public typealias VNTrackOpticalFlowRequest = VNRequestNotInLineament

// MARK: Alignment of images

/// Aligning images is not part of Lineament.
@available(
    *, unavailable,
    message: "Aligning images is not part of Lineament: nearest is VNTrackObjectRequest, for faces and people."
)
public typealias VNTranslationalImageRegistrationRequest = VNRequestNotInLineament

/// Aligning images is not part of Lineament.
@available(
    *, unavailable,
    message: "Aligning images is not part of Lineament: nearest is VNTrackObjectRequest, for faces and people."
)
public typealias VNHomographicImageRegistrationRequest = VNRequestNotInLineament

/// Aligning images is not part of Lineament.
@available(
    *, unavailable,
    message: "Aligning images is not part of Lineament: nearest is VNTrackObjectRequest, for faces and people."
)
public typealias VNImageTranslationAlignmentObservation = VNObservationNotInLineament

/// Aligning images is not part of Lineament.
@available(
    *, unavailable,
    message: "Aligning images is not part of Lineament: nearest is VNTrackObjectRequest, for faces and people."
)
public typealias VNImageHomographicAlignmentObservation = VNObservationNotInLineament

// MARK: Masks of single persons and objects

/// A mask of each person is not part of Lineament.
@available(
    *, unavailable,
    message: "A mask of each person is not part of Lineament: nearest is VNGeneratePersonSegmentationRequest, of all."
)
public typealias VNGeneratePersonInstanceMaskRequest = VNRequestNotInLineament

/// A mask of each person is not part of Lineament.
@available(
    *, unavailable,
    message: "A mask of each person is not part of Lineament: nearest is VNGeneratePersonSegmentationRequest, of all."
)
public typealias VNGenerateForegroundInstanceMaskRequest = VNRequestNotInLineament

/// A mask of each person is not part of Lineament.
@available(
    *, unavailable,
    message: "A mask of each person is not part of Lineament: nearest is VNGeneratePersonSegmentationRequest, of all."
)
public typealias VNInstanceMaskObservation = VNObservationNotInLineament

// MARK: Core ML models

/// Running Core ML models is not part of Lineament.
@available(
    *, unavailable,
    message: "Running Core ML models is not part of Lineament: nearest is LiteRT or ONNX Runtime, after conversion."
)
public typealias VNCoreMLRequest = VNRequestNotInLineament

/// Running Core ML models is not part of Lineament.
@available(
    *, unavailable,
    message: "Running Core ML models is not part of Lineament: nearest is LiteRT or ONNX Runtime, after conversion."
)
public typealias VNCoreMLModel = VNModelNotInLineament

/// Running Core ML models is not part of Lineament.
@available(
    *, unavailable,
    message: "Running Core ML models is not part of Lineament: nearest is LiteRT or ONNX Runtime, after conversion."
)
public typealias VNCoreMLFeatureValueObservation = VNObservationNotInLineament
