// SPDX-License-Identifier: Apache-2.0

/// The kind of a solution and its options.
package struct SolutionOptions: Sendable {
    /// The solutions, numbered as in lineament.h.
    package enum Kind: Int32, Sendable, CaseIterable {
        case hands = 1
        case pose, faceMesh, faceDetection, holistic, selfieSegmentation
    }

    /// The solution.
    package var kind: Kind
    /// The threads of one inference; 0 for one per core, up to four, but one for models that gain little from more.
    package var threads = 0
    /// The maximum number of hands or faces.
    package var maxCount: Int
    /// The number of the model: MediaPipe's `model_complexity` or `model_selection`.
    package var model: Int
    /// The score below which detections are dropped. Any number.
    package var minDetectionConfidence: Float = 0.5
    /// The presence score that a landmark model must exceed. Any number.
    package var minTrackingConfidence: Float = 0.5
    /// Whether images are unrelated, so that nothing is tracked.
    package var isStatic = false
    /// Whether the landmarks of bodies are smoothed from frame to frame.
    package var smoothsLandmarks = true
    /// Whether bodies have masks.
    package var hasMask = false
    /// Whether faces have irises, and more accurate lips and eyes.
    package var refinesLandmarks = false

    /// Creates MediaPipe's default options.
    package init(_ kind: Kind) {
        self.kind = kind
        maxCount = kind == .hands ? 2 : 1
        model = [.hands, .pose, .holistic].contains(kind) ? 1 : 0
    }

    /// Checks the number of the model.
    /// - Throws: ``LineamentError`` with code `invalidArgument` that names the option and its values.
    func checkModel() throws {
        let (name, last) =
            switch kind {
            case .hands: ("model_complexity", 1)
            case .pose, .holistic: ("model_complexity", 2)
            case .selfieSegmentation, .faceDetection: ("model_selection", 1)
            case .faceMesh: ("model", 0)
            }
        guard (0...last).contains(model) else {
            throw LineamentError(.invalidArgument, "\(name) must be 0 to \(last), not \(model).")
        }
    }
}
