// SPDX-License-Identifier: Apache-2.0
internal import Lineament

/// The points of a face that crops are aligned by, in pixels.
struct FacePoints {
    /// The centers of the irises, the nose tip and the corners of the mouth: the person's right ones first.
    let five: [SIMD2<Double>]
    /// The middles of the eyes as the FFHQ dataset has them: the person's right one first.
    let eyes: [SIMD2<Double>]
    let chin: SIMD2<Double>
    /// The point between the eyebrows.
    let glabella: SIMD2<Double>
    /// All landmarks.
    let all: [SIMD2<Double>]

    /// The number of landmarks that a face needs.
    static let count = 478

    /// The landmarks of each eye that correspond to the six of the 68-point scheme.
    private static let eyeRings = [[33, 160, 158, 133, 153, 144], [362, 385, 387, 263, 373, 380]]

    /// - Parameter landmarks: The 478 landmarks, in pixels.
    init(_ landmarks: [SIMD2<Double>]) {
        all = landmarks
        five = [468, 473, 1, 61, 291].map { landmarks[$0] }
        eyes = Self.eyeRings.map { ring in
            ring.reduce(into: SIMD2<Double>.zero) { $0 += landmarks[$1] } / Double(ring.count)
        }
        chin = landmarks[152]
        glabella = landmarks[9]
    }

    var mouth: [SIMD2<Double>] { Array(five[3...4]) }
}
