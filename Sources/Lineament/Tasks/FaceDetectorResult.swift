internal import Foundation

/// The faces that a ``FaceDetector`` found in one picture.
public final class FaceDetectorResult: TaskResult, @unchecked Sendable {
    /// The faces, best score first; empty if there is none.
    public let detections: [Detection]

    public init(detections: [Detection], timestampInMilliseconds: Int) {
        self.detections = detections
        super.init(timestampInMilliseconds: timestampInMilliseconds)
    }
}

extension Detection {
    /// A candidate in the form of a public result.
    init(_ candidate: Candidate, in size: ImageSize) {
        self.init(
            categories: [
                ResultCategory(index: 0, score: candidate.score, categoryName: nil, displayName: nil)
            ],
            boundingBox: candidate.box.wholePixels(in: size),
            keypoints: candidate.keypoints.map { point in
                NormalizedKeypoint(
                    location: CGPoint(x: CGFloat(point.x), y: CGFloat(point.y)), label: nil, score: 0)
            })
    }
}

extension Box {
    /// Origin and size, each truncated and limited on its own: the box can reach past the lower right.
    fileprivate func wholePixels(in size: ImageSize) -> CGRect {
        func whole(_ value: Float, limit: Float) -> CGFloat { CGFloat(max(0, min(limit, value)).rounded(.down)) }
        return CGRect(
            x: whole(minimum.x * size.width, limit: size.width),
            y: whole(minimum.y * size.height, limit: size.height),
            width: whole(self.size.x * size.width, limit: size.width),
            height: whole(self.size.y * size.height, limit: size.height))
    }
}
