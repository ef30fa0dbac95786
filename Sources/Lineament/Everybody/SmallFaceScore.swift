internal import Foundation

/// Brings YuNet's scores to the scale of the others.
///
/// On the labelled photos a face that YuNet gives 0.8 or more, at its best scale, is one in 99 of 100 cases, and what it
/// gives less is as often not as it is. So 0.8 becomes 0.5, the default of `minDetectionConfidence`, and the sure faces'
/// 0.9 becomes 0.95.
enum SmallFaceScore {
    private static let even: Float = 0.8
    private static let steepness: Float = 30

    static func confidence(_ score: Float) -> Float { sigmoid((score - even) * steepness) }
}
