// SPDX-License-Identifier: Apache-2.0
internal import LiteRT
internal import Logging

/// Creates the detection stage for a ``DetectionRange``.
enum FaceDetectorFactory {
    /// Returns the detector for `range`: `base` itself, or for `.auto` a search over several scales that refines its
    /// hits with `base`.
    /// - Parameters:
    ///   - range: The sizes of the faces to detect.
    ///   - base: MediaPipe's short-range detector or, for `.full`, its full-range detector.
    ///   - threading: The threads that the models may use.
    ///   - maxSearchedPixels: The maximum number of pixels that `.auto` searches in one image.
    static func detector(
        for range: DetectionRange, base: BlazeFaceDetector, threading: Threading, maxSearchedPixels: Int
    ) throws -> any FaceDetectionStage {
        guard range == .auto else { return base }
        if let search = try pyramidSearch(threading: threading, maxSearchedPixels: maxSearchedPixels) {
            return MultiScaleFaceDetector(base: base, search: search)
        }
        Logger.lineament.noticeOnce(
            """
            models/\(ModelFile.Default.smallFaceDetector.rawValue) is not installed, so small faces are detected with the \
            full-range model, which is slower and less accurate. To install it: lineament models fetch
            """)
        let full = try BlazeFaceDetector(
            ModelFile.fixed(.fullRangeFaceDetector), threading: threading, style: .tasks)
        return TiledFaceDetector(base: base, full: full, maxSearchedPixels: maxSearchedPixels)
    }

    /// Returns the search for faces of all sizes; `nil` if its model is not installed.
    /// - Throws: ``LineamentError`` if the model is installed but cannot be loaded.
    static func pyramidSearch(threading: Threading, maxSearchedPixels: Int) throws -> PyramidFaceSearch? {
        let file: ModelFile
        do {
            file = try ModelFile.fixed(.smallFaceDetector)
        } catch let error as LineamentError where error.code == .notFound {
            return nil
        }
        return try mappingRuntimeErrors {
            PyramidFaceSearch(
                model: try YuNetModel(file.model(), threading: threading), maxSearchedPixels: maxSearchedPixels)
        }
    }

    /// Returns the model that MediaPipe uses for a range.
    static func defaultModel(of range: DetectionRange) -> ModelFile.Default {
        range == .full ? .fullRangeFaceDetector : .faceDetector
    }
}
