internal import Foundation
internal import LiteRT

/// Reads model files, by path or by default name.
enum ModelFile {
    /// The models used where `modelAssetPath` names none.
    enum Default: String {
        case faceLandmarker = "face_landmarker.task"
        case poseLandmarker = "pose_landmarker_full.task"
        case faceDetector = "face_detection_short_range.tflite"
        case fullRangeFaceDetector = "face_detection_full_range_sparse.tflite"
        case smallFaceFinder = "yunet.tflite"
    }

    /// Larger than any model of these tasks; keeps a wrong path from filling the memory.
    private static let largestSize = 256 << 20

    /// The runtime, loaded from the asset folders.
    static func runtime() throws -> Runtime {
        try restatingRuntimeErrors {
            try Runtime.shared(candidates: AssetFolders.candidates("lib", Runtime.libraryName))
        }
    }

    /// The model of `path`, or the default one if `path` is empty.
    static func read(path: String, default name: Default) throws -> (bytes: ModelBytes, name: String) {
        if !path.isEmpty { return try read(URL(fileURLWithPath: path)) }
        let candidates = AssetFolders.candidates("models", name.rawValue)
        guard let found = candidates.first(where: { FileManager.default.fileExists(atPath: $0.path) }) else {
            let places = candidates.map { "  " + $0.path }.joined(separator: "\n")
            throw LineamentError(
                .notFound,
                "No model: modelAssetPath is empty and \(name.rawValue) is in none of the asset folders. "
                    + "Run `make setup` (or `lineament models fetch`), or set modelAssetPath. "
                    + "Looked for:\n\(places)")
        }
        return try read(found)
    }

    private static func read(_ url: URL) throws -> (bytes: ModelBytes, name: String) {
        let path = url.path
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue else {
            throw LineamentError(
                .notFound,
                "Unable to open file at \(path): "
                    + (isFolder.boolValue ? "it is a folder." : "there is no such file."))
        }
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        if let size = attributes?[.size] as? Int, size > largestSize {
            throw LineamentError(
                .resourceExhausted, "\(path) has \(size) bytes, more than any model of this task.")
        }
        if let bytes = ModelBytes(contentsOf: path) { return (bytes, path) }
        do {
            return (ModelBytes(Array(try Data(contentsOf: url))), path)
        } catch {
            throw LineamentError(
                .permissionDenied, "Unable to open file at \(path): \(error.localizedDescription)",
                underlyingError: error)
        }
    }
}
