// SPDX-License-Identifier: Apache-2.0

// Names of Vision's Swift API for what has no counterpart here, so that a compiler's message tells what to do.
// docs/dialects.md lists them.

// MARK: Regions of an image that draw attention

/// Saliency is not part of Lineament.
@available(
    *, unavailable, message: "Saliency is not part of Lineament: nearest is DetectHumanRectanglesRequest, for people."
)
public typealias GenerateAttentionBasedSaliencyImageRequest = RequestNotInLineament

/// Saliency is not part of Lineament.
@available(
    *, unavailable, message: "Saliency is not part of Lineament: nearest is DetectHumanRectanglesRequest, for people."
)
public typealias GenerateObjectnessBasedSaliencyImageRequest = RequestNotInLineament

/// Saliency is not part of Lineament.
@available(
    *, unavailable, message: "Saliency is not part of Lineament: nearest is DetectHumanRectanglesRequest, for people."
)
public typealias SaliencyImageObservation = ObservationNotInLineament

// MARK: Feature prints

/// Comparing images is not part of Lineament.
@available(
    *, unavailable,
    message: "Comparing images is not part of Lineament: nearest is DetectFaceCaptureQualityRequest, for one face."
)
public typealias GenerateImageFeaturePrintRequest = RequestNotInLineament

/// Comparing images is not part of Lineament.
@available(
    *, unavailable,
    message: "Comparing images is not part of Lineament: nearest is DetectFaceCaptureQualityRequest, for one face."
)
public typealias FeaturePrintObservation = ObservationNotInLineament

// MARK: Text

/// Text recognition is not part of Lineament.
@available(
    *, unavailable, message: "Text recognition is not part of Lineament: nearest is Tesseract, a library of its own."
)
public typealias RecognizeTextRequest = RequestNotInLineament

/// Text recognition is not part of Lineament.
@available(
    *, unavailable, message: "Text recognition is not part of Lineament: nearest is Tesseract, a library of its own."
)
public typealias DetectTextRectanglesRequest = RequestNotInLineament

/// Text recognition is not part of Lineament.
@available(
    *, unavailable, message: "Text recognition is not part of Lineament: nearest is Tesseract, a library of its own."
)
public typealias RecognizeDocumentsRequest = RequestNotInLineament

/// Text recognition is not part of Lineament.
@available(
    *, unavailable, message: "Text recognition is not part of Lineament: nearest is Tesseract, a library of its own."
)
public typealias RecognizedTextObservation = ObservationNotInLineament

/// Text recognition is not part of Lineament.
@available(
    *, unavailable, message: "Text recognition is not part of Lineament: nearest is Tesseract, a library of its own."
)
public typealias RecognizedText = ObservationNotInLineament

/// Text recognition is not part of Lineament.
@available(
    *, unavailable, message: "Text recognition is not part of Lineament: nearest is Tesseract, a library of its own."
)
public typealias TextObservation = ObservationNotInLineament

/// Text recognition is not part of Lineament.
@available(
    *, unavailable, message: "Text recognition is not part of Lineament: nearest is Tesseract, a library of its own."
)
public typealias DocumentObservation = ObservationNotInLineament

// MARK: Barcodes

/// Reading barcodes is not part of Lineament.
@available(
    *, unavailable, message: "Reading barcodes is not part of Lineament: nearest is ZXing, a library of its own."
)
public typealias DetectBarcodesRequest = RequestNotInLineament

/// Reading barcodes is not part of Lineament.
@available(
    *, unavailable, message: "Reading barcodes is not part of Lineament: nearest is ZXing, a library of its own."
)
public typealias BarcodeObservation = ObservationNotInLineament

/// Reading barcodes is not part of Lineament.
@available(
    *, unavailable, message: "Reading barcodes is not part of Lineament: nearest is ZXing, a library of its own."
)
public typealias BarcodeSymbology = ObservationNotInLineament

// MARK: Animals

/// Recognizing animals is not part of Lineament.
@available(
    *, unavailable,
    message: "Recognizing animals is not part of Lineament: nearest is DetectHumanRectanglesRequest, for people."
)
public typealias RecognizeAnimalsRequest = RequestNotInLineament

/// Recognizing animals is not part of Lineament.
@available(
    *, unavailable,
    message: "Recognizing animals is not part of Lineament: nearest is DetectHumanRectanglesRequest, for people."
)
public typealias DetectAnimalBodyPoseRequest = RequestNotInLineament

/// Recognizing animals is not part of Lineament.
@available(
    *, unavailable,
    message: "Recognizing animals is not part of Lineament: nearest is DetectHumanRectanglesRequest, for people."
)
public typealias RecognizedObjectObservation = ObservationNotInLineament

/// Recognizing animals is not part of Lineament.
@available(
    *, unavailable,
    message: "Recognizing animals is not part of Lineament: nearest is DetectHumanRectanglesRequest, for people."
)
public typealias AnimalBodyPoseObservation = ObservationNotInLineament

// MARK: Classes of images

/// Classifying images is not part of Lineament.
@available(
    *, unavailable,
    message: "Classifying images is not part of Lineament: nearest is DetectFaceCaptureQualityRequest, for faces."
)
public typealias ClassifyImageRequest = RequestNotInLineament

/// Classifying images is not part of Lineament.
@available(
    *, unavailable,
    message: "Classifying images is not part of Lineament: nearest is DetectFaceCaptureQualityRequest, for faces."
)
public typealias CalculateImageAestheticsScoresRequest = RequestNotInLineament

/// Classifying images is not part of Lineament.
@available(
    *, unavailable,
    message: "Classifying images is not part of Lineament: nearest is DetectFaceCaptureQualityRequest, for faces."
)
public typealias ClassificationObservation = ObservationNotInLineament

/// Classifying images is not part of Lineament.
@available(
    *, unavailable,
    message: "Classifying images is not part of Lineament: nearest is DetectFaceCaptureQualityRequest, for faces."
)
public typealias ImageAestheticsScoresObservation = ObservationNotInLineament

// MARK: The horizon

/// Detecting the horizon is not part of Lineament.
@available(
    *, unavailable, message: "Detecting the horizon is not part of Lineament: nearest is the roll of a FaceObservation."
)
public typealias DetectHorizonRequest = RequestNotInLineament

/// Detecting the horizon is not part of Lineament.
@available(
    *, unavailable, message: "Detecting the horizon is not part of Lineament: nearest is the roll of a FaceObservation."
)
public typealias HorizonObservation = ObservationNotInLineament

// MARK: Rectangles

/// Detecting rectangles is not part of Lineament.
@available(
    *, unavailable,
    message: "Detecting rectangles is not part of Lineament: nearest is polygonApproximation(epsilon:) of a contour."
)
public typealias DetectRectanglesRequest = RequestNotInLineament

/// Detecting rectangles is not part of Lineament.
@available(
    *, unavailable,
    message: "Detecting rectangles is not part of Lineament: nearest is polygonApproximation(epsilon:) of a contour."
)
public typealias TrackRectangleRequest = RequestNotInLineament

/// Detecting rectangles is not part of Lineament.
@available(
    *, unavailable,
    message: "Detecting rectangles is not part of Lineament: nearest is polygonApproximation(epsilon:) of a contour."
)
public typealias RectangleObservation = ObservationNotInLineament

// MARK: Documents

/// Segmenting documents is not part of Lineament.
@available(
    *, unavailable,
    message: "Segmenting documents is not part of Lineament: nearest is polygonApproximation(epsilon:) of a contour."
)
public typealias DetectDocumentSegmentationRequest = RequestNotInLineament

/// Segmenting documents is not part of Lineament.
@available(
    *, unavailable,
    message: "Segmenting documents is not part of Lineament: nearest is polygonApproximation(epsilon:) of a contour."
)
public typealias DetectedDocumentObservation = ObservationNotInLineament

// MARK: Trajectories

/// Detecting trajectories is not part of Lineament.
@available(
    *, unavailable,
    message: "Detecting trajectories is not part of Lineament: nearest is TrackObjectRequest, for faces and people."
)
public typealias DetectTrajectoriesRequest = RequestNotInLineament

/// Detecting trajectories is not part of Lineament.
@available(
    *, unavailable,
    message: "Detecting trajectories is not part of Lineament: nearest is TrackObjectRequest, for faces and people."
)
public typealias TrajectoryObservation = ObservationNotInLineament

// MARK: Optical flow

/// Optical flow is not part of Lineament.
@available(
    *, unavailable,
    message: "Optical flow is not part of Lineament: nearest is TrackObjectRequest, for faces and people."
)
public typealias TrackOpticalFlowRequest = RequestNotInLineament

/// Optical flow is not part of Lineament.
@available(
    *, unavailable,
    message: "Optical flow is not part of Lineament: nearest is TrackObjectRequest, for faces and people."
)
public typealias OpticalFlowObservation = ObservationNotInLineament

// MARK: Alignment of images

/// Aligning images is not part of Lineament.
@available(
    *, unavailable,
    message: "Aligning images is not part of Lineament: nearest is TrackObjectRequest, for faces and people."
)
public typealias TrackTranslationalImageRegistrationRequest = RequestNotInLineament

/// Aligning images is not part of Lineament.
@available(
    *, unavailable,
    message: "Aligning images is not part of Lineament: nearest is TrackObjectRequest, for faces and people."
)
public typealias TrackHomographicImageRegistrationRequest = RequestNotInLineament

/// Aligning images is not part of Lineament.
@available(
    *, unavailable,
    message: "Aligning images is not part of Lineament: nearest is TrackObjectRequest, for faces and people."
)
public typealias ImageTranslationAlignmentObservation = ObservationNotInLineament

/// Aligning images is not part of Lineament.
@available(
    *, unavailable,
    message: "Aligning images is not part of Lineament: nearest is TrackObjectRequest, for faces and people."
)
public typealias ImageHomographicAlignmentObservation = ObservationNotInLineament

// MARK: Masks of single persons and objects

/// A mask of each person is not part of Lineament.
@available(
    *, unavailable,
    message: "A mask of each person is not part of Lineament: nearest is GeneratePersonSegmentationRequest, of all."
)
public typealias GeneratePersonInstanceMaskRequest = RequestNotInLineament

/// A mask of each person is not part of Lineament.
@available(
    *, unavailable,
    message: "A mask of each person is not part of Lineament: nearest is GeneratePersonSegmentationRequest, of all."
)
public typealias GenerateForegroundInstanceMaskRequest = RequestNotInLineament

/// A mask of each person is not part of Lineament.
@available(
    *, unavailable,
    message: "A mask of each person is not part of Lineament: nearest is GeneratePersonSegmentationRequest, of all."
)
public typealias InstanceMaskObservation = ObservationNotInLineament

// MARK: Core ML models

/// Running Core ML models is not part of Lineament.
@available(
    *, unavailable,
    message: "Running Core ML models is not part of Lineament: nearest is LiteRT or ONNX Runtime, after conversion."
)
public typealias CoreMLRequest = RequestNotInLineament

/// Running Core ML models is not part of Lineament.
@available(
    *, unavailable,
    message: "Running Core ML models is not part of Lineament: nearest is LiteRT or ONNX Runtime, after conversion."
)
public typealias CoreMLModelContainer = VNModelNotInLineament

/// Running Core ML models is not part of Lineament.
@available(
    *, unavailable,
    message: "Running Core ML models is not part of Lineament: nearest is LiteRT or ONNX Runtime, after conversion."
)
public typealias CoreMLFeatureValueObservation = ObservationNotInLineament
