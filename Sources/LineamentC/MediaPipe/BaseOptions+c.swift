internal import CLineament
internal import Foundation
internal import Lineament

extension BaseOptions {
    /// Copies MediaPipe's options: the model and the hardware. As in MediaPipe, one model must be named, and a buffer
    /// comes before a path.
    /// - Throws: `LineamentError` with code `invalidArgument` if none is, or `delegate` is unknown.
    func copy(_ options: MpBaseOptions) throws {
        if let buffer = options.model_asset_buffer, options.model_asset_buffer_count > 0 {
            modelAssetBuffer = Data(bytes: buffer, count: Int(options.model_asset_buffer_count))
        } else if let path = options.model_asset_path {
            modelAssetPath = String(cString: path)
        } else if options.file_descriptor > 0 {
            modelAssetPath = "/proc/self/fd/\(options.file_descriptor)"
        }
        guard !modelAssetPath.isEmpty || modelAssetBuffer != nil else {
            throw LineamentError(
                .invalidArgument,
                "ExternalFile must specify at least one of 'file_content', 'file_name', 'file_pointer_meta' or "
                    + "'file_descriptor_meta': set model_asset_path or model_asset_buffer.")
        }
        switch options.delegate {
        case 0, 1: delegate = .CPU
        case 2: delegate = .GPU
        default:
            throw LineamentError(
                .invalidArgument, "The delegate must be 0 (default) or 1 (CPU), not \(options.delegate).")
        }
    }
}
