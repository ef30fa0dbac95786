internal import Lineament
internal import LineamentOutput
internal import LineamentRender
internal import LineamentVideo

extension Cropper {
    /// Returns the task of the command line.
    /// - Parameters:
    ///   - output: How the table is written.
    ///   - bestOfTrack: Whether a video has only the best crop of each track.
    ///   - write: Writes the crops of an image, and returns their files.
    func task(
        _ output: CropOutput, bestOfTrack: Bool,
        write: @escaping @Sendable (CropResult, ResultHead) throws -> [String]?
    ) -> MediaTask<CropOutput> {
        MediaTask(
            output: output, labels: .auto, speedHint: nil, maskFiles: write,
            detect: { CropResult(crops: try crops(of: $0)) },
            makeSession: {
                let session = makeSession()
                func crops(_ frame: VideoFrame) throws -> [Crop] {
                    try session(MPImage(pixelBuffer: frame.pixels), frame.timestampInMilliseconds)
                }
                guard bestOfTrack else {
                    return FrameProcessor {
                        [($0, CropResult(crops: try crops($0)))]
                    } finish: {
                        []
                    }
                }
                let best = BestOfTracks(crops)
                return FrameProcessor(add: best.add, finish: best.finish)
            })
    }
}

/// The best crop of each track of a video, which comes with the last frame.
private final class BestOfTracks {
    private let crops: (VideoFrame) throws -> [Crop]
    private var best: [Int: Crop] = [:]
    private var last: VideoFrame?

    init(_ crops: @escaping (VideoFrame) throws -> [Crop]) { self.crops = crops }

    func add(_ frame: VideoFrame) throws -> [FrameProcessor<CropResult>.Processed] {
        for crop in try crops(frame) {
            guard let id = crop.trackID, crop.quality > best[id]?.quality ?? -1 else { continue }
            best[id] = crop
        }
        last = frame
        return []
    }

    func finish() -> [FrameProcessor<CropResult>.Processed] {
        guard let last else { return [] }
        self.last = nil
        return [(last, CropResult(crops: best.sorted { $0.key < $1.key }.map(\.value)))]
    }
}
