// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Lineament
internal import LineamentImages
internal import LineamentTools
internal import LineamentTasks

/// Where the crops of a run go.
enum CropTarget: Sendable {
    case folder(MaskFolder, areOfTracks: Bool)
    /// A file for the only crop of an image; `nil` for standard output.
    case file(URL?, ImageEncoder.Format, ImageEncoder, Subject)

    /// Writes the crops of a result.
    /// - Returns: The files; those in a folder as paths relative to it. `nil` for standard output.
    /// - Throws: `LineamentError` if a file cannot be written, or with code `failedPrecondition` if an image has not exactly
    ///   one crop for its file.
    func write(_ result: CropResult, of head: ResultHead) throws -> [String]? {
        switch self {
        case .folder(let folder, let areOfTracks):
            // Crops of tracks come with the last frame.
            let isTrack = areOfTracks && head.frame != nil
            return try folder.write(
                result.crops.map { crop in ({ crop.image }, isTrack ? crop.trackID : nil) }, of: head)
        case .file(let file, let format, let encoder, let subject):
            let name = file.map(\.relativePath) ?? "standard output"
            guard result.crops.count == 1, let crop = result.crops.first else {
                let remedy =
                    result.crops.isEmpty ? "" : " Name a folder, or skip some with --min-size or --min-quality."
                throw LineamentError(
                    .failedPrecondition,
                    "\(head.source) has \(subject.counted(result.crops.count)) to cut out, and \(name) takes one.\(remedy)"
                )
            }
            try ImageOutput.write(crop.image, to: file, by: encoder, as: format)
            return file.map { [$0.relativePath] }
        }
    }
}
