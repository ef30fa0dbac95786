// SPDX-License-Identifier: Apache-2.0
internal import CLineament
internal import Foundation
internal import Lineament

extension MpHandLandmarkerResult: MpTaskResult {
    /// The names of the categories, by their index; never released.
    nonisolated(unsafe) private static let names = ["Right", "Left"].map { (name: String) in UnsafePointer(strdup(name))
    }

    init(_ result: HandLandmarkerResult) {
        self.init()
        (handedness, handedness_count) = CMemory.array(result.hands) { hand in
            let (categories, count) = CMemory.array([hand.handedness]) { category in
                let name = Self.names[category.index == 1 ? 1 : 0]
                return MpCategory(
                    index: Int32(category.index), score: category.score, category_name: name, display_name: name)
            }
            return MpCategories(categories: categories, categories_count: count)
        }
        (hand_landmarks, hand_landmarks_count) = CMemory.array(result.hands) { MpLandmarks($0.landmarks) }
        (hand_world_landmarks, hand_world_landmarks_count) = CMemory.array(result.hands) {
            MpLandmarks($0.worldLandmarks)
        }
    }

    func close() {
        CMemory.release(handedness, handedness_count) { $0.close() }
        CMemory.release(hand_landmarks, hand_landmarks_count) { $0.close() }
        CMemory.release(hand_world_landmarks, hand_world_landmarks_count) { $0.close() }
    }
}
