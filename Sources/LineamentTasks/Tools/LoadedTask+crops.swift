internal import Lineament
package import LineamentRender
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
            return ResultSession(pace: .atEnd) { image, time, _ in
                let found = try crops(image, time)
                try best.withLock { try $0.add(found) }
                return []
            } finish: {
                [CropResult(crops: best.withLock { $0.crops }, areOfTracks: true)]
            }
        }
    }
}

/// The best crop of each track of a video.
private struct BestOfTracks: Sendable {
    private let maxByteCount: Int
    private var byteCount = 0
    private var best: [Int: Crop] = [:]

    init(maxByteCount: Int) { self.maxByteCount = maxByteCount }

    /// The crops in the order of their tracks.
    var crops: [Crop] { best.sorted { $0.key < $1.key }.map(\.value) }

    mutating func add(_ crops: [Crop]) throws {
        for crop in crops {
            guard let id = crop.trackID, crop.quality > best[id]?.quality ?? -1 else { continue }
            byteCount += crop.image.storedByteCount - (best[id]?.image.storedByteCount ?? 0)
            guard byteCount <= maxByteCount else {
                throw LineamentError(
                    .resourceExhausted,
                    "The best crops of \(best.count + 1) tracks take more than \(maxByteCount >> 20) MiB (--max-memory). "
                        + "Choose a smaller --size, or take all crops without --best-of-track.")
            }
            best[id] = crop
        }
    }
}
