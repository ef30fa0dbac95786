// SPDX-License-Identifier: Apache-2.0
internal import Foundation

/// The target of one input's annotated copy.
enum AnnotationTarget: Sendable {
    case image(URL)
    case video(URL)
    /// A folder for the frames of a video, one image per frame.
    case frames(URL)
    /// Standard output, for one image.
    case standardOutput

    /// Returns the file that a frame, or the image, is drawn to; `nil` for standard output.
    func file(ofFrame index: Int = 0) -> URL? {
        switch self {
        case .image(let url), .video(let url): url
        case .frames(let folder): folder.appendingPathComponent(String(format: "frame-%06d.jpg", index))
        case .standardOutput: nil
        }
    }

    /// The folder that is written to; `nil` for standard output.
    var folder: String? {
        switch self {
        case .image(let url), .video(let url): OutputPath.split(url.path).folder
        case .frames(let folder): folder.path
        case .standardOutput: nil
        }
    }

    /// Whether the frames of a video, and its audio, are written to a video.
    var isVideo: Bool {
        if case .video = self { true } else { false }
    }
}
