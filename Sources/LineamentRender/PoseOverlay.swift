internal import Foundation
public import Lineament

/// Skeletons of people, their masks as a tint, and in videos each person's number.
///
/// The person's left side is orange, the right side blue, the middle white; the less visible a landmark is, the fainter.
public struct PoseOverlay: Overlay {
    private let bodies: [[NormalizedLandmark]]
    private let masks: [Mask]
    private let trackIDs: [Int]

    public init(_ result: PoseLandmarkerResult) {
        bodies = result.landmarks
        masks = result.segmentationMasks
        trackIDs = result.trackIDs
    }

    public func draw(on canvas: Canvas) {
        for (index, mask) in masks.enumerated() {
            canvas.tint(mask, Self.tints[(trackIDs[safe: index] ?? index) % Self.tints.count].withAlpha(0.45))
        }
        for body in bodies { draw(body, on: canvas) }
        for (body, id) in zip(bodies, trackIDs) { label(body, id, on: canvas) }
    }

    private func draw(_ body: [NormalizedLandmark], on canvas: Canvas) {
        let detail = Self.detail(of: body, on: canvas)
        for line in PoseLandmarker.poseLandmarks {
            guard let from = body[safe: Int(line.start)], let to = body[safe: Int(line.end)] else { continue }
            let color = Skeleton.color(ofLine: line).withAlpha(min(from.opacity, to.opacity))
            canvas.strokeLines(
                [(from.position(on: canvas), to.position(on: canvas))], color, width: 2.4 * detail)
        }
        for (index, landmark) in body.enumerated() {
            let center = landmark.position(on: canvas)
            let size = (index <= Skeleton.lastOfFace ? 0.6 : 1) * detail
            canvas.fillCircle(center, radius: 3.4 * size, .black.withAlpha(0.6 * landmark.opacity))
            canvas.fillCircle(
                center, radius: 2.4 * size, Skeleton.color(ofLandmark: index).withAlpha(landmark.opacity))
        }
    }

    private func label(_ body: [NormalizedLandmark], _ id: Int, on canvas: Canvas) {
        let points = body.map { $0.position(on: canvas) }
        guard let highest = points.min(by: { $0.y < $1.y }) else { return }
        canvas.label("\(id)", at: Point(x: highest.x, y: highest.y - 8 * canvas.unit), .yellow)
    }

    private static let tints: [Color] = [.green, .purple, .yellow, .skyBlue, .vermilion, .orange]

    /// Thinner lines on people who fill little of the picture: 1 from half of it on.
    private static func detail(of body: [NormalizedLandmark], on canvas: Canvas) -> Double {
        let ys = body.map { $0.position(on: canvas).y }
        guard let low = ys.min(), let high = ys.max() else { return 1 }
        return max(0.3, min(1, 2 * (high - low) / Double(min(canvas.width, canvas.height))))
    }
}

/// Which side of the body landmarks and lines are on.
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
    /// Faint for what is probably hidden, but never gone.
    fileprivate var opacity: Double { max(0.15, min(1, visibility?.doubleValue ?? 1)) }
}
