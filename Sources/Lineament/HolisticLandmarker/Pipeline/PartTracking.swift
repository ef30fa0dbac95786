// SPDX-License-Identifier: Apache-2.0

/// Decides whether a face or hand is still where its last landmarks were, so that their region is better than the one that
/// the body's landmarks tell.
///
/// MediaPipe's equivalent is `roi_tracking_calculator.cc`.
struct PartTracking {
    /// The largest difference of the regions' rotations, in degrees.
    let maxTurn: Float
    /// The largest distance of the regions' centers along each axis, in sides of the new region.
    let maxShift: Float
    /// The largest difference of the regions' sides, in sides of the new region.
    let maxGrowth: Float
    /// The size, relative to the new region and beyond 1, within which all last landmarks must be.
    let margin: Float

    static let hand = PartTracking(maxTurn: 40, maxShift: 0.2, maxGrowth: 0.4, margin: -0.1)
    static let face = PartTracking(maxTurn: 15, maxShift: 0.1, maxGrowth: 0.3, margin: -0.2)

    /// Returns whether the subject is tracked.
    /// - Parameters:
    ///   - tracked: The region from the last landmarks.
    ///   - landmarks: Those landmarks.
    ///   - new: The region from the body's landmarks.
    ///   - size: The size of the image, in pixels.
    ///   - style: Whose functions of angles are used.
    func isTracked(
        _ tracked: RotatedRect, _ landmarks: LandmarkSet, near new: RotatedRect, in size: ImageSize,
        style: GraphStyle
    ) -> Bool {
        let back = Turn(-new.rotation, size, style)
        return isSimilar(tracked, to: new, back, in: size) && contains(landmarks, in: new, back, size)
    }

    private func isSimilar(_ tracked: RotatedRect, to new: RotatedRect, _ back: Turn, in size: ImageSize) -> Bool {
        let width = new.width * size.width
        let height = new.height * size.height
        let shift = back.turned(tracked.center) - back.turned(new.center)
        return Self.turn(from: new, to: tracked) <= maxTurn
            && abs(shift.x) <= width * maxShift && abs(shift.y) <= height * maxShift
            && abs(tracked.width * size.width - width) <= width * maxGrowth
            && abs(tracked.height * size.height - height) <= height * maxGrowth
    }

    private func contains(_ landmarks: LandmarkSet, in new: RotatedRect, _ back: Turn, _ size: ImageSize) -> Bool {
        let center = back.turned(new.center)
        let reach = SIMD2(new.width * size.width, new.height * size.height) * (1 + margin) / 2
        let low = center - reach
        let high = center + reach
        return landmarks.allSatisfy { landmark in
            let point = back.turned(landmark.xy)
            return point.x > low.x && point.y > low.y && point.x < high.x && point.y < high.y
        }
    }

    /// Returns the difference of two rotations, in degrees from 0 to 180.
    private static func turn(from one: RotatedRect, to other: RotatedRect) -> Float {
        func degrees(_ rect: RotatedRect) -> Float { Float(Double(rect.rotation) / Double.pi * 180) }
        var turn = degrees(other) - degrees(one)
        if turn > 180 { turn -= 360 }
        if turn < -180 { turn += 360 }
        return abs(turn)
    }
}

extension RotatedRect {
    fileprivate var center: SIMD2<Float> { SIMD2(xCenter, yCenter) }
}

/// A rotation about the upper left corner of the image, which takes fractions and returns pixels.
private struct Turn {
    private let pixels: SIMD2<Float>
    private let cosine: Float
    private let sine: Float

    init(_ angle: Float, _ size: ImageSize, _ style: GraphStyle) {
        pixels = SIMD2(size.width, size.height)
        cosine = style.cosine(angle)
        sine = style.sine(angle)
    }

    func turned(_ point: SIMD2<Float>) -> SIMD2<Float> {
        let place = point * pixels
        return SIMD2(place.x * cosine - place.y * sine, place.x * sine + place.y * cosine)
    }
}
