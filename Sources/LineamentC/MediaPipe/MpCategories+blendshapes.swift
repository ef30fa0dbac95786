// SPDX-License-Identifier: Apache-2.0
internal import CLineament
internal import Foundation
internal import Lineament

extension MpCategories {
    /// The names of the blendshapes, in the order of their scores; never released.
    // Sound: the strings are never changed or freed.
    nonisolated(unsafe) private static let names = Blendshape.allCases.map { UnsafePointer(strdup($0.name)) }

    init(_ blendshapes: BlendshapeScores) {
        let (categories, count) = CMemory.array(Array(zip(Self.names.indices, blendshapes.scores))) { index, score in
            MpCategory(index: index, score: score, name: Self.names[index])
        }
        self.init(categories: categories, categories_count: count)
    }

    func close() { CMemory.release(categories, categories_count) }
}
