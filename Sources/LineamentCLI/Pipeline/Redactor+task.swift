internal import Lineament
internal import LineamentOutput
internal import LineamentRender
internal import LineamentVideo

extension Redactor {
    /// Returns the task of the command line.
    /// - Parameters:
    ///   - output: How the results are drawn and reported.
    ///   - maxWaiting: The memory that the frames of a video may take while they wait for what follows, in bytes.
    ///   - note: Called for each image and frame that is worth a look.
    func task(_ output: RedactionOutput, maxWaiting: Int, note: @escaping @Sendable () -> Void) -> MediaTask<
        RedactionOutput
    > {
        MediaTask(
            output: output, labels: .auto, speedHint: nil,
            detect: { image in
                let result = try redaction(of: image)
                if result.isDoubtful { note() }
                return result
            },
            makeSession: {
                let session = makeSession()
                let images = WaitingImages(budget: MemoryBudget(limit: maxWaiting))
                let waiting = WaitingFrames<WaitingFrame>(images)
                func take(_ ready: [Redaction]) throws -> [FrameProcessor<Redaction>.Processed] {
                    try ready.map { found in
                        let waited = waiting.takeFirst()
                        let result =
                            options.verifies ? try verified(found, of: MPImage(pixelBuffer: waited.image())) : found
                        if result.isDoubtful { note() }
                        return .init(frame: { try waited.info.frame(waited.image()) }, result: result)
                    }
                }
                return FrameProcessor { frame in
                    let ready = try waiting.add(WaitingFrame(frame), frame.pixels) {
                        try session.add(MPImage(pixelBuffer: frame.pixels), time: frame.time)
                    }
                    return try take(ready)
                } finish: {
                    try take(session.finish())
                }
            })
    }
}

/// What is known of a frame while its pixels wait elsewhere.
private struct WaitingFrame: Sendable {
    private let timestamp: Int
    private let time: Double
    private let index: Int

    init(_ frame: VideoFrame) {
        timestamp = frame.timestampInMilliseconds
        time = frame.time
        index = frame.index
    }

    func frame(_ pixels: PixelBuffer) throws -> VideoFrame {
        try VideoFrame(pixels: pixels, timestampInMilliseconds: timestamp, time: time, index: index)
    }
}
