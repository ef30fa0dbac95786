// SPDX-License-Identifier: Apache-2.0

// What is not part of Lineament. The comment at a line is what the compiler must say about it.

import AVFoundation
import Vision

let url = URL(fileURLWithPath: "photo.jpg")
let handler = VNImageRequestHandler(url: url)
let text = VNRecognizeTextRequest()  // Text recognition is not part of Lineament: nearest is Tesseract
text.recognitionLevel = 0  // (aka 'VNRequestNotInLineament')
let lines = VNRecognizeTextRequest { request, error in
    guard let found = request.results as? [VNRecognizedTextObservation] else { return }
    print(found.first?.topCandidates(1) ?? [])  // (aka 'VNObservationNotInLineament')
}
let prints = VNGenerateImageFeaturePrintRequest(completionHandler: nil)  // nearest is VNDetectFaceCaptureQualityRequest
try handler.perform([VNGenerateAttentionBasedSaliencyImageRequest()])  // nearest is VNDetectHumanRectanglesRequest
func show(_ corners: VNRectangleObservation) {}  // nearest is polygonApproximation(epsilon:) of a contour
let model = try VNCoreMLModel(for: url)  // Running Core ML models is not part of Lineament
let run = VNCoreMLRequest(model: model)  // Running Core ML models is not part of Lineament

let codes = try await DetectBarcodesRequest().perform(on: url)  // Reading barcodes is not part of Lineament
for code in codes { print(code.payloadString) }  // 'ObservationNotInLineament' has no member
let newer = ImageRequestHandler(url)
let labels = try await newer.perform(ClassifyImageRequest(.revision2))  // Classifying images is not part of Lineament
let flow = TrackOpticalFlowRequest()  // nearest is TrackObjectRequest, for faces and people

var depth: AVDepthData?  // Depth data is not part of Lineament: nearest is VNDetectHumanBodyPose3DRequest
