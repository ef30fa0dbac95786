// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Lineament

extension PixelBuffer {
    /// Returns the forms in which an image may be seen: an opaque one itself; a translucent one as it looks on white
    /// and on black, and with the colors that programs can bring back by making it opaque.
    func appearances() throws -> [PixelBuffer] {
        guard try isTranslucent() else { return [self] }
        return try [withoutHiddenColors(), flattened(), flattened(on: 0)]
    }
}

extension [Detection] {
    /// The detections in several forms of an image, each face once: with its highest score.
    var withoutRepetitions: [Detection] {
        sorted { $0.score > $1.score }.reduce(into: []) { kept, next in
            if !kept.contains(where: { $0.boundingBox.overlap(next.boundingBox) > 0.3 }) { kept.append(next) }
        }
    }
}

extension CGRect {
    /// The intersection over the union.
    fileprivate func overlap(_ other: CGRect) -> Double {
        let common = intersection(other)
        guard !common.isNull else { return 0 }
        let shared = common.width * common.height
        return shared / max(1e-9, width * height + other.width * other.height - shared)
    }
}
