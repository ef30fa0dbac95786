// SPDX-License-Identifier: Apache-2.0
internal import CLineament
internal import Foundation
internal import Lineament

extension BaseOptions {
    /// Copies MediaPipe's options: the model and the hardware. As in MediaPipe, one model must be named, and a buffer
    /// comes before a path.
    /// - Throws: `LineamentError` with code `invalidArgument` if none is, its path is not UTF-8, or `delegate` is
    ///   unknown.
    func copy(_ options: MpBaseOptions) throws {
        if let buffer = options.model_asset_buffer, options.model_asset_buffer_count > 0 {
            modelAssetBuffer = try Data(model: buffer, size: Int(options.model_asset_buffer_count))
        } else if let path = options.model_asset_path, path.pointee != 0 {
            modelAssetPath = try String(utf8: path, "model_asset_path")
        } else if options.file_descriptor > 0 {
            modelAssetBuffer = try Data(model: options.file_descriptor)
        }
        guard !modelAssetPath.isEmpty || modelAssetBuffer != nil else {
            throw LineamentError(
                .invalidArgument,
                "ExternalFile must specify at least one of 'file_content', 'file_name', 'file_pointer_meta' or "
                    + "'file_descriptor_meta'.",
                recoverySuggestion: "Set model_asset_path or model_asset_buffer.")
        }
        switch options.delegate {
        case 0, 1: delegate = .CPU
        case 2: delegate = .GPU
        default:
            throw LineamentError(
                .invalidArgument, "The delegate must be 0 (default), 1 (CPU) or 2 (GPU), not \(options.delegate).")
        }
    }
}

extension Data {
    /// Copies a model in memory.
    /// - Throws: `LineamentError` with code `resourceExhausted` if it is larger than any model, as a wrong size may be.
    init(model bytes: UnsafeRawPointer, size: Int) throws {
        guard (0...BaseOptions.maxModelSize).contains(size) else {
            throw LineamentError(
                .resourceExhausted, "The model has \(UInt(bitPattern: size)) bytes, more than any model of this task.")
        }
        self.init(bytes: bytes, count: size)
    }

    /// Reads a model from an open file.
    /// - Throws: `LineamentError` with code `notFound` if the descriptor cannot be read.
    fileprivate init(model descriptor: Int32) throws {
        do {
            let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
            try file.seek(toOffset: 0)
            self = try file.read(upToCount: BaseOptions.maxModelSize) ?? Data()
        } catch {
            throw LineamentError(
                .notFound, "The file descriptor \(descriptor) cannot be read: \(error.localizedDescription)",
                underlyingError: error)
        }
    }
}
