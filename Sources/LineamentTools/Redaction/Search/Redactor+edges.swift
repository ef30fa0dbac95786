// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Lineament

extension Redactor {
    /// The share of a person's pixels that must not be covered yet; otherwise the person is known already.
    private static let newShare = 0.4
    /// The mean visibility of landmarks below which a detection is dropped: mirrored textures look like people, too.
    private static let minScore: Float = 0.6
    /// The number of pixels, relative to those of the image, below which a detection is dropped.
    private static let minShare = 0.0005
    /// The value from which a pixel of a mask shows a person, and from which it is covered entirely.
    private static let shown: UInt8 = 128
    private static let covered: UInt8 = 77

    /// Looks for people who are cut by the left or the right edge of an image.
    /// - Parameters:
    ///   - image: The image.
    ///   - silhouette: The people who are known; gets those who are found.
    ///   - detector: Finds bodies with their masks.
    /// - Returns: The people who are found, and their masks.
    func people(
        cutBy image: PixelBuffer, adding silhouette: inout Mask?, _ detector: PoseLandmarker
    ) throws -> [(person: RedactedPerson, mask: Mask?)] {
        let packed = try image.convertedToRGB()
        var found: [(person: RedactedPerson, mask: Mask?)] = []
        for edge in MirroredEdge.all(width: image.width, height: image.height) {
            let part = try edge.pixels(of: packed)
            for pose in try detector.detect(image: MPImage(pixelBuffer: part)).poses {
                guard pose.meanVisibility >= Self.minScore, let mask = pose.segmentationMask else { continue }
                let bytes = edge.whole(mask, width: image.width, height: image.height)
                guard let person = Self.person(pose, bytes, edge, image, known: silhouette) else { continue }
                let whole = Mask(uInt8Data: bytes, width: image.width, height: image.height, shouldCopy: true)
                found.append((person, whole))
                silhouette = [silhouette, whole].compactMap(\.self).union
            }
        }
        return found
    }

    /// Returns the person of a mask; `nil` if it is covered already, or next to nothing.
    private static func person(
        _ pose: PoseLandmarkerResult.Pose, _ mask: [UInt8], _ edge: MirroredEdge, _ image: PixelBuffer,
        known silhouette: Mask?
    ) -> RedactedPerson? {
        let width = image.width
        let height = image.height
        let known: [UInt8] = silhouette?.withUnsafeBytes(Array.init) ?? []
        var count = 0
        var new = 0
        var columns: ClosedRange<Int>? = nil
        var rows: ClosedRange<Int>? = nil
        for place in mask.indices where mask[place] >= shown {
            count += 1
            if known.isEmpty || known[place] < covered { new += 1 }
            let x = place % width
            let y = place / width
            columns = min(columns?.lowerBound ?? x, x)...max(columns?.upperBound ?? x, x)
            rows = (rows?.lowerBound ?? y)...y
        }
        guard let columns, let rows, Double(count) >= minShare * Double(width * height),
            Double(new) >= newShare * Double(count)
        else { return nil }
        let isCut = edge.isLeft ? columns.lowerBound == 0 : columns.upperBound == width - 1
        let rect = CGRect(x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
        return RedactedPerson(
            rect: rect, score: pose.meanVisibility, doubt: isCut ? .cut : .weak)
    }
}

extension PoseLandmarkerResult.Pose {
    /// The mean visibility of all landmarks, 0 to 1.
    fileprivate var meanVisibility: Float {
        landmarks.reduce(0) { $0 + ($1.visibilityValue ?? 0) } / Float(max(1, landmarks.count))
    }
}
