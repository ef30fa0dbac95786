internal import LiteRT
internal import Logging

/// Makes the detector for a ``DetectionRange``.
enum FaceDetectorFactory {
    /// - Parameters:
    ///   - base: MediaPipe's detector of the short range or, for `.full`, of the full range.
    ///   - maxSearchedPixels: the number of pixels that `.auto` may search in one image.
    static func detector(
        for range: DetectionRange, base: BlazeFaceDetector, threading: Threading, maxSearchedPixels: Int
    ) throws -> any FaceDetectionStage {
        guard range == .auto else { return base }
        if let search = try pyramidSearch(threading: threading, maxSearchedPixels: maxSearchedPixels) {
            return MultiScaleFaceDetector(base: base, search: search)
        }
        warnOnce(
            "\(ModelFile.Default.smallFaceDetector.rawValue) is in none of the asset folders: small faces are detected with the full-range model, slower and less well. docs/models.md says how to get it."
        )
        let full = try BlazeFaceDetector(
            ModelFile.read(path: "", default: .fullRangeFaceDetector), threading: threading)
        return TiledFaceDetector(base: base, full: full, maxSearchedPixels: maxSearchedPixels)
    }

    /// The search for faces of all sizes; nil if its model is not on this machine.
    static func pyramidSearch(threading: Threading, maxSearchedPixels: Int) throws -> PyramidFaceSearch? {
        guard let file = try? ModelFile.read(path: "", default: .smallFaceDetector) else { return nil }
        return try mappingRuntimeErrors {
            PyramidFaceSearch(
                model: try YuNetModel(file.model(), threading: threading), maxSearchedPixels: maxSearchedPixels)
        }
    }

    /// The model that MediaPipe has for a range.
    static func defaultModel(of range: DetectionRange) -> ModelFile.Default {
        range == .full ? .fullRangeFaceDetector : .faceDetector
    }

    private static let hasWarned = Locked(false)

    private static func warnOnce(_ message: Logger.Message) {
        let isFirst = hasWarned.withLock { warned in
            defer { warned = true }
            return !warned
        }
        if isFirst { Logger(label: "lineament").warning(message) }
    }
}
