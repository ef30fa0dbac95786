internal import Foundation
public import Lineament

/// An overlay with the skeletons of people, their masks as a tint and, in videos, each person's track ID.
///
/// The person's left side is orange, the right side sky blue and the middle white. Less visible landmarks are fainter.
public struct PoseOverlay: Overlay {
    private let poses: [PoseLandmarkerResult.Pose]
    private let labels: LabelMode

    /// Creates an overlay of all people in a result.
    public init(_ result: PoseLandmarkerResult, labels: LabelMode = .auto) {
        poses = result.poses
        self.labels = labels
    }

    /// Draws the masks, then the skeletons, then the track IDs.
    public func draw(on canvas: Canvas) {
        for (index, pose) in poses.enumerated() {
            guard let mask = pose.segmentationMask else { continue }
            canvas.tint(mask, Self.tints[(pose.trackID ?? index) % Self.tints.count].withAlpha(0.45))
        }
        for pose in poses { drawSkeleton(of: pose, on: canvas) }
        let shapes = poses.map { $0.landmarks.map { canvas.point(of: $0) } }
        let blocks = zip(poses, shapes).compactMap { pose, points in
            pose.trackID.map { id in
                SubjectLabel(lines: ["#\(id)"], subject: points.boundingBox, sides: [.right, .left, .above, .below])
            }
        }
        // A label may cover a body, but no face.
        let heads = shapes.map { Array($0.prefix(Skeleton.lastOfFace + 1)).boundingBox }
        canvas.draw(blocks, besides: heads, mode: labels)
    }

    private func drawSkeleton(of pose: PoseLandmarkerResult.Pose, on canvas: Canvas) {
        let landmarks = pose.landmarks.array
        let points = landmarks.map { canvas.point(of: $0) }
        // A body is about seven heads high, so its lines follow a third of its height.
        let drawing = DrawingScale(size: points.boundingBox.height / 3, on: canvas)
        let scale = drawing.factor
        for line in PoseLandmarker.poseLandmarks {
            let (start, end) = (Int(line.start), Int(line.end))
            guard let from = points[safe: start], let to = points[safe: end] else { continue }
            let color = Skeleton.color(ofLine: line)
                .withAlpha(min(landmarks[start].opacity, landmarks[end].opacity))
            canvas.strokeLines([(from, to)], color, width: 2.4 * scale)
        }
        guard drawing.showsDetail else { return }
        for (index, landmark) in landmarks.enumerated() {
            let size = (index <= Skeleton.lastOfFace ? 0.6 : 1) * scale
            canvas.fillCircle(points[index], radius: 3.4 * size, .black.withAlpha(0.6 * landmark.opacity))
            canvas.fillCircle(
                points[index], radius: 2.4 * size,
                Skeleton.color(ofLandmark: index).withAlpha(landmark.opacity))
        }
    }

    private static let tints: [Color] = [.green, .purple, .yellow, .skyBlue, .vermilion, .orange]
}

/// The colors of landmarks and lines by side of the body.
enum Skeleton {
    static let lastOfFace = PoseLandmark.mouthRight.rawValue

    static func color(ofLandmark index: Int) -> Color {
        guard index > 0 else { return .white }
        return isLeft(index) ? .orange : .skyBlue
    }

    static func color(ofLine line: Connection) -> Color {
        let ends = [Int(line.start), Int(line.end)].filter { $0 != PoseLandmark.nose.rawValue }
        let sides = Set(ends.map(isLeft))
        return sides.count == 1 && sides.contains(true) ? .orange : sides.count == 1 ? .skyBlue : .white
    }

    private static func isLeft(_ index: Int) -> Bool {
        switch index {
        case PoseLandmark.leftEyeInner.rawValue...PoseLandmark.leftEyeOuter.rawValue: true
        case PoseLandmark.rightEyeInner.rawValue...PoseLandmark.rightEyeOuter.rawValue: false
        default: index % 2 == 1
        }
    }
}

extension NormalizedLandmark {
    /// The opacity, which is low for a landmark that is probably hidden, but never zero.
    fileprivate var opacity: Double { max(0.15, min(1, visibility?.doubleValue ?? 1)) }
}
