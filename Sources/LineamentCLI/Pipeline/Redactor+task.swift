internal import Lineament
internal import LineamentOutput
internal import LineamentRender
internal import LineamentVideo

extension Redactor {
    /// Returns the task of the command line.
    /// - Parameters:
    ///   - output: How the results are drawn and reported.
    ///   - note: Called for each image and frame that is worth a look.
    func task(_ output: RedactionOutput, note: @escaping @Sendable () -> Void) -> MediaTask<RedactionOutput> {
        MediaTask(
            output: output, labels: .auto, speedHint: nil,
            detect: { image in
                let result = try redaction(of: image)
                if result.isDoubtful { note() }
                return result
            },
            makeSession: {
                let session = makeSession()
                var waiting: [VideoFrame] = []
                func take(_ ready: [Redaction]) -> [FrameProcessor<Redaction>.Processed] {
                    ready.map { result in
                        if result.isDoubtful { note() }
                        return (waiting.removeFirst(), result)
                    }
                }
                return FrameProcessor { frame in
                    waiting.append(frame)
                    return take(try session.add(MPImage(pixelBuffer: frame.pixels), time: frame.time))
                } finish: {
                    take(session.finish())
                }
            })
    }
}
