// SPDX-License-Identifier: Apache-2.0
package import CLineament
internal import Foundation
internal import Lineament

extension MpFaceDetectorResult: MpTaskResult {
    init(_ result: FaceDetectorResult) {
        let (memory, count) = CMemory.array(result.detections, MpDetection.init)
        self.init(detections: memory, detections_count: count)
    }

    func close() {
        CMemory.release(detections, detections_count) { detection in
            CMemory.release(detection.categories, detection.categories_count)
            CMemory.release(detection.keypoints, detection.keypoints_count)
        }
    }
}

extension MpDetection {
    fileprivate init(_ detection: Detection) {
        let (categories, categoryCount) = CMemory.array(detection.categories) {
            MpCategory(index: $0.index, score: $0.score)
        }
        let (keypoints, keypointCount) = CMemory.array(detection.keypoints ?? []) {
            MpNormalizedKeypoint(x: Float($0.location.x), y: Float($0.location.y), label: nil, score: $0.score)
        }
        let box = detection.boundingBox
        self.init(
            categories: categories, categories_count: categoryCount,
            bounding_box: MpRect(
                left: Int32(box.minX), top: Int32(box.minY), bottom: Int32(box.maxY), right: Int32(box.maxX)),
            keypoints: keypoints, keypoints_count: keypointCount)
    }
}

@_cdecl("MpFaceDetectorCreate")
package func mpFaceDetectorCreate(
    _ options: UnsafePointer<MpFaceDetectorOptions>?, _ detector: NewHandle?, _ message: ErrorMessage?
) -> MpStatus {
    MediaPipeTask<MpFaceDetectorResult>.create(
        options, detector, "detector", message, callback: { $0.result_callback }, call: { $0($1, $2, $3, $4) }
    ) { given, base in
        let options = FaceDetectorOptions()
        options.baseOptions = base
        options.minDetectionConfidence = given.min_detection_confidence
        options.minSuppressionThreshold = given.min_suppression_threshold
        return try FaceDetector(options: options)
    }
}
