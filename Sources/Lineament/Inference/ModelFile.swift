// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import LiteRT

/// A model file, located by path or by default name in the asset folders.
struct ModelFile {
    /// The file names of the models used if `modelAssetPath` is empty.
    enum Default: String {
        case faceLandmarker = "face_landmarker.task"
        case poseLandmarker = "pose_landmarker_full.task"
        case litePoseLandmarker = "pose_landmarker_lite.task"
        case heavyPoseLandmarker = "pose_landmarker_heavy.task"
        case handLandmarker = "hand_landmarker.task"
        case holisticLandmarker = "holistic_landmarker.task"
        case faceDetector = "face_detection_short_range.tflite"
        case fullRangeFaceDetector = "face_detection_full_range_sparse.tflite"
        case solutions = "solutions.task"
        case smallFaceDetector = "yunet.tflite"

        /// The arguments of the command that downloads the model.
        var fetchCommand: String {
            switch self {
            case .litePoseLandmarker: "models fetch pose-lite"
            case .heavyPoseLandmarker: "models fetch pose-heavy"
            default: "models fetch"
            }
        }
    }

    let bytes: ModelBytes
    /// The name of the file in error messages.
    let name: String
    /// Whether the file is from an asset folder, where files are fetched by sha256.
    let isTrusted: Bool
    /// The model that the task uses by default, an example in error messages.
    let example: Default

    /// Reads the model that `options` name, or the default model if they name none.
    /// - Throws: ``LineamentError`` if the file is missing, untrusted, too large or unreadable, or if the buffer is too large.
    static func read(_ options: BaseOptions, default name: Default) throws -> ModelFile {
        guard options.modelAssetPath.isEmpty, let buffer = options.modelAssetBuffer else {
            guard options.modelAssetPath.isEmpty else {
                return try read(URL(fileURLWithPath: options.modelAssetPath), isTrusted: false, example: name)
            }
            let alternative = ", or name a model yourself (BaseOptions.modelAssetPath, --model)"
            return try fixed(name, alternative: options.offersModel ? alternative : "")
        }
        guard buffer.count <= BaseOptions.maxModelSize else {
            throw LineamentError(
                .resourceExhausted, "The model buffer has \(buffer.count) bytes, more than any model of this task.")
        }
        return ModelFile(
            bytes: ModelBytes(Array(buffer)), name: "The model buffer", isTrusted: false, example: name)
    }

    /// Reads a model from the asset folders.
    /// - Parameters:
    ///   - name: The model.
    ///   - alternative: The alternative to downloading it, for the error message.
    /// - Throws: ``LineamentError`` if the file is missing, untrusted, too large or unreadable.
    static func fixed(_ name: Default, alternative: String = "") throws -> ModelFile {
        guard let found = AssetFolders.find("models", name.rawValue) else {
            let command = "lineament \(name.fetchCommand)"
            throw LineamentError(
                .notFound,
                "\(name.rawValue) was not found in any asset folder. "
                    + "Run `\(command)` (in a package, `swift run \(command)`)\(alternative). "
                    + "Searched:\n\(AssetFolders.candidates("models", name.rawValue).list)")
        }
        try AssetFolders.checkIsTrusted(found)
        return try read(found, isTrusted: true, example: name)
    }

    private var isSingleModel: Bool { bytes.dropFirst(4).starts(with: "TFL3".utf8) }

    /// Loads the file as a single model.
    /// - Throws: ``LineamentError`` or `LiteRTError` if the file is a bundle or no usable model.
    func model() throws -> Model {
        // MediaPipe's bundles do not all begin with an archive's first signature.
        guard isSingleModel || (try? ZipDirectory(bytes: bytes, name: name).memberRanges()) == nil else {
            throw LineamentError(
                .invalidArgument, "The model is not a valid Flatbuffer buffer",
                recoverySuggestion: "\(name) is a bundle of models. This task needs a single model, such as "
                    + "\(example.rawValue).")
        }
        return try Model(bytes: bytes, name: name, runtime: Self.runtime(), isTrusted: isTrusted)
    }

    /// Opens the file as a bundle of models.
    ///
    /// As in MediaPipe, a single model is a bundle without members.
    /// - Throws: ``LineamentError`` if the file is not a usable bundle.
    func bundle() throws -> ModelBundle {
        guard !isSingleModel else {
            let advice = "\(name) is a single model. This task needs a bundle of models, such as \(example.rawValue)."
            return ModelBundle(emptyBecause: advice, bytes: bytes, name: name)
        }
        return try ModelBundle(bytes: bytes, name: name, isTrusted: isTrusted)
    }

    /// Returns the runtime, loaded from the asset folders on first use.
    static func runtime() throws -> Runtime {
        try mappingRuntimeErrors {
            let found = AssetFolders.find("lib", Runtime.libraryName)
            if let found { try AssetFolders.checkIsTrusted(found) }
            return try Runtime.shared(found, searched: AssetFolders.candidates("lib", Runtime.libraryName))
        }
    }

    private static func read(_ url: URL, isTrusted: Bool, example: Default) throws -> ModelFile {
        let path = url.path
        let attributes = try? FileManager.default.attributesOfItem(atPath: url.resolvingSymlinksInPath().path)
        switch attributes?[.type] as? FileAttributeType {
        case nil:
            throw LineamentError(
                .notFound, "Unable to open file at \(path)",
                recoverySuggestion: "There is no such file.")
        case .typeDirectory:
            throw LineamentError(.notFound, "Unable to open file at \(path)", recoverySuggestion: "It is a folder.")
        case .typeRegular: break
        default:
            // Reading a device or a pipe might never end.
            throw LineamentError(
                .invalidArgument, "Unable to open file at \(path)",
                recoverySuggestion: "It is not a regular file.")
        }
        if let size = attributes?[.size] as? Int, size > BaseOptions.maxModelSize {
            throw LineamentError(
                .resourceExhausted, "\(path) has \(size) bytes, more than any model of this task.")
        }
        do {
            let bytes = try ModelBytes(contentsOf: path) ?? ModelBytes(Array(Data(contentsOf: url)))
            return ModelFile(bytes: bytes, name: path, isTrusted: isTrusted, example: example)
        } catch {
            throw LineamentError(
                .permissionDenied, "Unable to open file at \(path)", recoverySuggestion: error.localizedDescription,
                underlyingError: error)
        }
    }
}

extension [URL] {
    /// The paths, one per line, indented.
    var list: String { map { "  " + $0.path }.joined(separator: "\n") }
}
