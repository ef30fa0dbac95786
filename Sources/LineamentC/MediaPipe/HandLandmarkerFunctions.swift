// SPDX-License-Identifier: Apache-2.0
package import CLineament
internal import Foundation
internal import Lineament

extension MpHandLandmarkerResult: MpTaskResult {
    /// The names of the categories, by their index; never released.
    nonisolated(unsafe) private static let names = ["Right", "Left"].map { (name: String) in UnsafePointer(strdup(name))
    }

    init(_ result: HandLandmarkerResult) {
        let (handedness, handednessCount) = CMemory.array(result.hands) { hand in
            let (categories, count) = CMemory.array([hand.handedness]) { category in
                let name = Self.names[category.index == 1 ? 1 : 0]
                return MpCategory(
                    index: Int32(category.index), score: category.score, category_name: name, display_name: name)
            }
            return MpCategories(categories: categories, categories_count: count)
        }
        let (landmarks, landmarkCount) = CMemory.array(result.hands) { MpLandmarks($0.landmarks) }
        let (worldLandmarks, worldLandmarkCount) = CMemory.array(result.hands) { MpLandmarks($0.worldLandmarks) }
        self.init(
            handedness: handedness, handedness_count: handednessCount, hand_landmarks: landmarks,
            hand_landmarks_count: landmarkCount, hand_world_landmarks: worldLandmarks,
            hand_world_landmarks_count: worldLandmarkCount)
    }

    func close() {
        CMemory.release(handedness, handedness_count) { $0.close() }
        CMemory.release(hand_landmarks, hand_landmarks_count) { $0.close() }
        CMemory.release(hand_world_landmarks, hand_world_landmarks_count) { $0.close() }
    }
}

@_cdecl("MpHandLandmarkerCreate")
package func mpHandLandmarkerCreate(
    _ options: UnsafePointer<MpHandLandmarkerOptions>?, _ landmarker: NewHandle?, _ message: ErrorMessage?
) -> MpStatus {
    MediaPipeTask<MpHandLandmarkerResult>.create(
        options, landmarker, "landmarker", message, callback: { $0.result_callback }, call: { $0($1, $2, $3, $4) }
    ) { given, base in
        let options = HandLandmarkerOptions()
        options.baseOptions = base
        options.numHands = Int(given.num_hands)
        options.minHandDetectionConfidence = given.min_hand_detection_confidence
        options.minHandPresenceConfidence = given.min_hand_presence_confidence
        options.minTrackingConfidence = given.min_tracking_confidence
        return try HandLandmarker(options: options)
    }
}
