// SPDX-License-Identifier: Apache-2.0
internal import CLineament
internal import Foundation
internal import Lineament

extension MpFaceDetectorResult: MpTaskResult {
    init(_ result: FaceDetectorResult) {
        self.init()
        (detections, detections_count) = CMemory.array(result.detections, MpDetection.init)
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
        self.init()
        (categories, categories_count) = CMemory.array(detection.categories) {
            MpCategory(index: $0.index, score: $0.score)
        }
        (keypoints, keypoints_count) = CMemory.array(detection.keypoints ?? []) {
            MpNormalizedKeypoint(x: Float($0.location.x), y: Float($0.location.y), label: nil, score: $0.score)
        }
        let box = detection.boundingBox
        bounding_box = MpRect(
            left: Int32(box.minX), top: Int32(box.minY), bottom: Int32(box.maxY), right: Int32(box.maxX))
    }
}
