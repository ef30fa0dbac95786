// SPDX-License-Identifier: Apache-2.0
package import Lineament
package import LineamentTools
internal import Locking

/// The cropping of faces or people.
package struct CropTask: LoadedTask {
    package let output: CropOutput
    private let cropper: Cropper
    /// The memory, in bytes, that the best crops of tracks may take; `nil` for all crops.
    private let bestMemory: Int?

    /// - Parameter bestMemory: The memory, in bytes, that the crops may take of which each track of a video has only the best, with
    ///   its last frame; `nil` for all crops, with their frames.
    package init(_ cropper: Cropper, _ output: CropOutput, bestOfTracksIn bestMemory: Int? = nil) {
        self.cropper = cropper
        self.output = output
        self.bestMemory = bestMemory
    }

    package func detect(_ image: MPImage) throws -> CropResult { CropResult(crops: try cropper.crops(of: image)) }

    package func makeWorker() -> any FrameWorker<CropResult> {
        let crops = cropper.makeSession()
        guard let bestMemory else { return Worker(crops: crops) }
        return BestWorker(crops: crops, best: Locked(BestOfTracks(maxByteCount: bestMemory)))
    }

    private typealias Crops = @Sendable (_ frame: MPImage, _ timestampInMilliseconds: Int) throws -> [Crop]

    private struct Worker: FrameWorker {
        let crops: Crops

        func add(_ frame: Frame) throws -> [CropResult] {
            [CropResult(crops: try crops(frame.image, frame.milliseconds))]
        }
    }

    private struct BestWorker: FrameWorker {
        let crops: Crops
        let best: Locked<BestOfTracks>

        var pace: ResultPace { .atEnd }

        func add(_ frame: Frame) throws -> [CropResult] {
            let found = try crops(frame.image, frame.milliseconds)
            try best.withLock { try $0.add(found, frame: frame.index) }
            return []
        }

        func finish() -> [CropResult] {
            [best.withLock { CropResult(crops: $0.crops, frames: $0.frames, areOfTracks: true) }]
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
