// SPDX-License-Identifier: Apache-2.0
internal import Foundation

extension Detection {
    /// Converts a raw detection to the public type.
    init(_ detection: RawDetection, in size: ImageSize) {
        self.init(
            categories: [
                ResultCategory(index: 0, score: detection.score, categoryName: nil, displayName: nil)
            ],
            boundingBox: detection.box.wholePixels(in: size),
            keypoints: detection.keypoints.map { point in
                NormalizedKeypoint(
                    location: CGPoint(x: CGFloat(point.x), y: CGFloat(point.y)), label: nil, score: 0)
            })
    }
}

extension BoundingBox {
    /// Returns the box in whole pixels. Origin and size are truncated and clamped separately, as in MediaPipe, so the
    /// box can extend past the right and bottom edges.
    fileprivate func wholePixels(in size: ImageSize) -> CGRect {
        func whole(_ value: Float, limit: Float) -> CGFloat { CGFloat(max(0, min(limit, value)).rounded(.down)) }
        return CGRect(
            x: whole(minimum.x * size.width, limit: size.width),
            y: whole(minimum.y * size.height, limit: size.height),
            width: whole(self.size.x * size.width, limit: size.width),
            height: whole(self.size.y * size.height, limit: size.height))
    }
}
