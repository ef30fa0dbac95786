// SPDX-License-Identifier: Apache-2.0
internal import Dispatch
internal import Lineament
internal import Locking

/// The detector behind both public classes of face detectors. It loads its models with the first image, because ML
/// Kit's factories cannot throw.
final class FaceDetectionEngine: DetectionEngine {
    private struct State: Sendable {
        var analysis: FaceAnalysis?
        var tracker = FaceIdentityTracker()
    }

    let queue: DispatchQueue?
    let completions = OrderedCompletions()
    private let settings: DetectionSettings
    private let state = Locked(State())

    init(_ settings: DetectionSettings) {
        self.settings = settings
        queue = settings.isTracking ? DispatchQueue(label: "lineament.mlkit.faces", qos: .userInitiated) : nil
    }

    /// Returns the faces in an image, largest first.
    /// - Throws: `LineamentError` for invalid options, a missing model or an unusable image.
    func results(in input: DetectorInput) throws -> [Face] {
        let minFaceSize = settings.analysis.minFaceSize
        guard (0...1).contains(minFaceSize) else {
            throw LineamentError(
                .invalidArgument,
                "minFaceSize must be a fraction of the image width, from 0 to 1, not \(minFaceSize).")
        }
        let upright = try input.upright()
        return try loadedAnalysis().faces(
            in: upright, placedIn: input.isDisplayed ? .displayed : .stored, isFrame: settings.isTracking
        ) { faces in
            guard settings.isTracking else { return nil }
            return state.withLock { $0.tracker.identify(faces, in: upright, time: input.time) }
        }.map(Face.init)
    }

    /// Returns the models, loading them on first use; a failed load is retried by the next call.
    private func loadedAnalysis() throws -> FaceAnalysis {
        try state.withLock { state in
            if let analysis = state.analysis { return analysis }
            let analysis = try FaceAnalysis(settings.analysis)
            state.analysis = analysis
            return analysis
        }
    }
}
