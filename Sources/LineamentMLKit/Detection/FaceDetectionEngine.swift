internal import Dispatch
internal import Foundation
internal import Lineament
internal import Locking

/// The detector behind both public classes of face detectors. It loads its models with the first image, because ML
/// Kit's factories cannot throw.
final class FaceDetectionEngine: DetectionEngine {
    private struct State: Sendable {
        var analyzer: FaceAttributeAnalyzer?
        var tracker = FaceIdentityTracker()
    }

    let queue: DispatchQueue?
    let completions = OrderedCompletions()
    private let settings: DetectionSettings
    private let state: Locked<State>

    init(_ settings: DetectionSettings, analyzer: FaceAttributeAnalyzer? = nil) {
        self.settings = settings
        queue = settings.isTracking ? DispatchQueue(label: "lineament.mlkit.faces", qos: .userInitiated) : nil
        state = Locked(State(analyzer: analyzer))
    }

    /// Returns an engine that tracks faces, for one video, with the models of this one.
    func makeTracking() -> FaceDetectionEngine {
        var settings = settings
        settings.isTracking = true
        return FaceDetectionEngine(settings, analyzer: state.withLock { $0.analyzer })
    }

    /// Returns the faces in an image, largest first.
    /// - Throws: `LineamentError` for invalid options, a missing model or an unusable image.
    func results(in input: DetectorInput) throws -> [Face] {
        guard (0...1).contains(settings.minFaceSize) else {
            throw LineamentError(
                .invalidArgument,
                "minFaceSize must be a fraction of the image width, from 0 to 1, not \(settings.minFaceSize).")
        }
        let upright = try input.upright()
        let analyzer = try loadedAnalyzer()
        var found = try analyzer.detect(in: upright).filter { $0.score >= settings.minScore }
        if !settings.isContourOnly {
            found.removeAll { CGFloat($0.boxSize.x) < settings.minFaceSize * CGFloat(upright.width) }
        }
        found.sort { $0.boxSize.x * $0.boxSize.y > $1.boxSize.x * $1.boxSize.y }
        if settings.isContourOnly { found = Array(found.prefix(1)) }
        let faces = try analyzer.analyze(found, in: upright)
        let ids = track(faces, in: upright, time: input.time)
        return faces.enumerated().map { index, attributes in
            Face(
                attributes, settings, in: upright, isDisplayed: input.isDisplayed, isProminent: index == 0,
                id: ids?[index]
            )
        }
    }

    /// Returns the models, loading them on first use; a failed load is retried by the next call.
    /// - Parameters:
    ///   - threads: The threads of one inference; 0 for one per core, but at most four.
    ///   - gpu: How a GPU runs the models; `nil` if the CPU does.
    func loadedAnalyzer(threads: Int = 0, gpu: GPUUse? = nil) throws -> FaceAttributeAnalyzer {
        try state.withLock { state in
            if let analyzer = state.analyzer { return analyzer }
            var options = FaceAttributeAnalyzer.Options()
            options.range = settings.range
            options.numThreads = threads
            options.gpu = gpu
            options.wantsMesh = settings.wantsMesh
            options.wantsExpression = settings.wantsClassification
            let analyzer = try FaceAttributeAnalyzer(options)
            state.analyzer = analyzer
            return analyzer
        }
    }

    /// Returns one tracking ID per face, or `nil` if faces are not tracked.
    private func track(_ faces: [FaceAttributes], in image: UprightImage, time: Int?) -> [Int]? {
        guard settings.isTracking, !settings.isContourOnly else { return nil }
        return state.withLock { $0.tracker.identify(faces, in: image, time: time) }
    }
}
