internal import Foundation
internal import LiteRT
internal import Logging

/// Makes the finder for a range.
enum FaceFinders {
    /// - Parameters:
    ///   - original: the detector of the short range or, for `.full`, the one to use.
    ///   - maxSearchedPixels: how many pixels `.auto` may look at in one picture.
    static func finder(
        for range: DetectionRange, original: FaceFinder, threads: ThreadPlan, maxSearchedPixels: Int
    ) throws -> any FaceFinding {
        guard range == .auto else { return original }
        guard let search = try search(threads: threads, maxSearchedPixels: maxSearchedPixels) else {
            return try tiled(original: original, threads: threads, maxSearchedPixels: maxSearchedPixels)
        }
        return EverybodyFinder(original: original, search: search)
    }

    /// The search for everybody's face; nil if its model is not on this machine.
    static func search(threads: ThreadPlan, maxSearchedPixels: Int) throws -> FaceSearch? {
        guard let file = try? ModelFile.read(path: "", default: .smallFaceFinder) else { return nil }
        let model = try restatingRuntimeErrors {
            try Model(bytes: file.bytes, name: file.name, runtime: ModelFile.runtime())
        }
        return FaceSearch(
            model: try SmallFaceModel(model, threads: threads), maxSearchedPixels: maxSearchedPixels)
    }

    /// The model that MediaPipe has for a range.
    static func defaultModel(of range: DetectionRange) -> ModelFile.Default {
        range == .full ? .fullRangeFaceDetector : .faceDetector
    }

    private static let hasWarned = Guarded(false)

    private static func tiled(
        original: FaceFinder, threads: ThreadPlan, maxSearchedPixels: Int
    ) throws -> any FaceFinding {
        let isFirst = hasWarned.withLock { warned in
            defer { warned = true }
            return !warned
        }
        if isFirst {
            Logger(label: "lineament").warning(
                "\(ModelFile.Default.smallFaceFinder.rawValue) is in none of the asset folders: small faces are looked for with the full-range model, slower and less well. docs/models.md says how to get it."
            )
        }
        let file = try ModelFile.read(path: "", default: .fullRangeFaceDetector)
        let full = try restatingRuntimeErrors {
            try FaceFinder(Model(bytes: file.bytes, name: file.name, runtime: ModelFile.runtime()), threads: threads)
        }
        return TiledFinder(original: original, full: full, maxSearchedPixels: maxSearchedPixels)
    }
}
