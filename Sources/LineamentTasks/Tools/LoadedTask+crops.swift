// SPDX-License-Identifier: Apache-2.0
internal import Lineament
package import LineamentTools
internal import Locking

extension LoadedTask<CropOutput> {
    /// Creates the task of a cropper.
    package init(_ cropper: Cropper, _ output: CropOutput) {
        self.init(output: output) {
            CropResult(crops: try cropper.crops(of: $0))
        } makeSession: {
            let crops = cropper.makeSession()
            return ResultSession { CropResult(crops: try crops($0, $1)) }
        }
    }

    /// Creates the task of a cropper that gives only the best crop of each track, with the last frame of a video.
    /// - Parameter maxMemory: The memory that these crops may take, in bytes.
    package init(bestOfTracksOf cropper: Cropper, _ output: CropOutput, maxMemory: Int) {
        self.init(output: output) {
            CropResult(crops: try cropper.crops(of: $0))
        } makeSession: {
            let crops = cropper.makeSession()
            let best = Locked(BestOfTracks(maxByteCount: maxMemory))
            return ResultSession(pace: .atEnd) { image, place in
                let found = try crops(image, place.milliseconds)
                try best.withLock { try $0.add(found, frame: place.index) }
                return []
            } finish: {
                [best.withLock { CropResult(crops: $0.crops, frames: $0.frames, areOfTracks: true) }]
            }
        }
    }
}

/// The best crop of each track of a video.
private struct BestOfTracks: Sendable {
    private let maxByteCount: Int
    private var byteCount = 0
    private var best: [Int: (crop: Crop, frame: Int)] = [:]

    init(maxByteCount: Int) { self.maxByteCount = maxByteCount }

    /// The crops in the order of their tracks.
    var crops: [Crop] { best.sorted { $0.key < $1.key }.map(\.value.crop) }
    /// The index of the frame of each.
    var frames: [Int] { best.sorted { $0.key < $1.key }.map(\.value.frame) }

    mutating func add(_ crops: [Crop], frame: Int) throws {
        for crop in crops {
            guard let id = crop.trackID, crop.quality > best[id]?.crop.quality ?? -1 else { continue }
            byteCount += crop.image.storedByteCount - (best[id]?.crop.image.storedByteCount ?? 0)
            guard byteCount <= maxByteCount else {
                throw LineamentError(
                    .resourceExhausted,
                    "The best crops of \(best.count + 1) tracks take more than \(maxByteCount >> 20) MiB (--max-memory). "
                        + "Choose a smaller --size, or take all crops without --best-of-track.")
            }
            best[id] = (crop, frame)
        }
    }
}
