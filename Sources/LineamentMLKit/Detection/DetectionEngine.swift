internal import Foundation
internal import Lineament
internal import Synchronization

/// What both detectors do. The models are loaded with the first picture, because ML Kit's factories cannot fail.
final class DetectionEngine: Sendable {
    private struct State: Sendable {
        var reader: FaceReader?
        var tracker = FaceTracker()
    }

    private let settings: DetectionSettings
    private let state = Mutex(State())

    init(_ settings: DetectionSettings) { self.settings = settings }

    /// The faces in a picture, the largest first.
    /// - Throws: `LineamentError` for wrong options, a missing model or a picture that cannot be used.
    func faces(in image: any CompatibleImage) throws -> [Face] {
        guard (0...1).contains(settings.minFaceSize) else {
            throw LineamentError(
                .invalidArgument,
                "minFaceSize must be a share of the picture's width, 0 to 1, not \(settings.minFaceSize).")
        }
        let input = try image.detectorInput
        let upright = try input.upright()
        let reader = try loadedReader()
        var found = try reader.find(in: upright).filter { $0.score >= settings.minScore }
        if !settings.isContourOnly {
            found.removeAll { CGFloat($0.boxSize.x) < settings.minFaceSize * CGFloat(upright.width) }
        }
        found.sort { $0.boxSize.x * $0.boxSize.y > $1.boxSize.x * $1.boxSize.y }
        if settings.isContourOnly { found = Array(found.prefix(1)) }
        let read = try reader.read(found, in: upright)
        let ids = track(read, in: upright, time: input.time)
        return read.enumerated().map { index, reading in
            Face(
                reading, settings, in: upright, isDisplayed: input.isDisplayed, isProminent: index == 0, id: ids?[index]
            )
        }
    }

    private func loadedReader() throws -> FaceReader {
        try state.withLock { state in
            if let reader = state.reader { return reader }
            var options = FaceReader.Options()
            options.range = settings.range
            options.wantsMesh = settings.wantsMesh
            options.wantsExpression = settings.wantsClassification
            let reader = try FaceReader(options)
            state.reader = reader
            return reader
        }
    }

    /// nil if faces are not followed.
    private func track(_ faces: [FaceReading], in image: UprightImage, time: Int?) -> [Int]? {
        guard settings.isTracking, !settings.isContourOnly else { return nil }
        return state.withLock { $0.tracker.identify(faces, in: image, time: time) }
    }
}
