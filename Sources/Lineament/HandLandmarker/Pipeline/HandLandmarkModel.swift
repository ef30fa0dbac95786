// SPDX-License-Identifier: Apache-2.0
internal import LiteRT

/// The hand landmark model: predicts 21 landmarks, in the image and in meters, and whether the hand is a left one.
///
/// The region comes from ``HandRegion``, either of a palm or of the landmarks of the previous frame.
struct HandLandmarkModel: Sendable {
    /// The number of landmarks.
    static let landmarkCount = 21
    /// MediaPipe's factor between the depth of a model's output and that of a landmark.
    private static let depthDivisor: Float = 0.4
    /// The positions of the model's outputs.
    private enum Output { static let landmarks = 0, presence = 1, handedness = 2, world = 3 }

    let model: ImageModel
    private let style: GraphStyle

    /// Compiles the model.
    /// - Throws: ``LineamentError`` with code `invalidArgument` if it is not a hand landmark model.
    init(_ model: Model, threading: Threading, style: GraphStyle) throws {
        self.style = style
        let values = Self.landmarkCount * 3
        self.model = try ImageModel(
            model, outputSizes: [[values], [1], [1], [values]], threading: threading, style: style)
    }

    /// Predicts the landmarks of the hand in a region.
    /// - Parameters:
    ///   - pixels: The image.
    ///   - rect: The region, in fractions of the image.
    ///   - minPresence: The presence score that the model must exceed.
    ///   - usesAllThreads: Whether this inference may use all threads.
    /// - Returns: `nil` if the model sees no hand, or the region has no area.
    func predict(
        _ pixels: PixelBuffer, in rect: RotatedRect, minPresence: Float, usesAllThreads: Bool
    ) throws -> DetectedHand? {
        let shown = ShownRegion(rect, in: pixels.size, of: model.input, style: style)
        let hand: DetectedHand?? = try model.run(
            on: pixels, region: shown.region, border: .replicate, usesAllThreads: usesAllThreads
        ) { outputs -> DetectedHand? in
            let presence = outputs[Output.presence].withElements { $0[0] }
            guard presence > minPresence else { return nil }
            return Tensor.withElements(outputs) { elements in
                self.hand(
                    landmarks: elements[Output.landmarks], world: elements[Output.world], presence: presence,
                    right: elements[Output.handedness][0], rect: rect, shown: shown, size: pixels.size)
            }
        }
        return hand ?? nil
    }

    private func hand(
        landmarks: UnsafeMutableBufferPointer<Float>, world: UnsafeMutableBufferPointer<Float>, presence: Float,
        right: Float, rect: RotatedRect, shown: ShownRegion, size: ImageSize
    ) -> DetectedHand {
        let turn = RegionTurn(rect, style: style)
        let width = Float(model.input.width)
        let height = Float(model.input.height)
        let all = 0..<Self.landmarkCount
        let placed = all.map { index in
            turn.placed(
                shown.removingBars(
                    from: SIMD3(
                        landmarks[3 * index] / width, landmarks[3 * index + 1] / height,
                        landmarks[3 * index + 2] / width / Self.depthDivisor)))
        }
        return DetectedHand(
            landmarks: placed,
            world: all.map { turn.turned(SIMD3(world[3 * $0], world[3 * $0 + 1], world[3 * $0 + 2])) },
            presence: presence, rightScore: right, nextRegion: HandRegion.around(placed, in: size, style: style))
    }
}
