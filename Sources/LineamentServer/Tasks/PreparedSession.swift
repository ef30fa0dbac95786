internal import Lineament
internal import LineamentOutput

/// The processing of one video, with its own tracks. Calls must not overlap.
struct PreparedSession: Sendable {
    /// A frame to process.
    struct Frame: Sendable {
        var pixels: PixelBuffer
        var source: String
        /// The time, in milliseconds.
        var timestamp: Int
        var index: Int
    }

    /// The answer to a frame. What is not asked for is not made.
    struct Answer: Sendable {
        /// Returns the lines of the result.
        let lines: @Sendable (ResultFormat) -> String
        /// Returns the annotated frame.
        let drawing: @Sendable () throws -> PixelBuffer
        /// The masks to send, one for each person; empty unless requested.
        let masks: [Mask]
    }

    private let process: @Sendable (Frame) throws -> Answer

    init(_ process: @escaping @Sendable (Frame) throws -> Answer) { self.process = process }

    /// Processes the next frame.
    /// - Throws: ``LineamentError`` with code `invalidArgument` if its timestamp is not later than the last one.
    func callAsFunction(_ frame: Frame) throws -> Answer { try process(frame) }
}
