// SPDX-License-Identifier: Apache-2.0
internal import Lineament
internal import LineamentCapture
internal import LineamentTasks

/// The processing of one video, with its own tracks, whose answers come in order but may come later. Calls must not overlap.
struct PreparedSession: Sendable {
    /// The size of the temporary file for the frames of one video that wait, in bytes.
    static let maxFileSize = 3 << 30

    /// A frame to process.
    struct Frame: Sendable {
        var pixels: PixelBuffer
        /// The color matrix by which players show the frame; `nil` for that of its pixels.
        var shownMatrix: ColorMatrix?
        var source: String
        /// The time, in milliseconds.
        var timestamp: Int
        /// The time, in seconds, as the file has it.
        var time: Double
        var index: Int
        /// The time by the clock of the container; `nil` without one.
        var container: ContainerMoment?
    }

    /// The answer to a frame. What is not asked for is not made.
    struct Answer: Sendable {
        /// Returns the lines of the result.
        let lines: @Sendable (ResultFormat) -> String
        /// Returns the annotated frame.
        let drawing: @Sendable () throws -> Drawing
        /// The masks to send, one for each person; empty unless requested.
        let masks: [Mask]
        /// The result, if people's movements can be recorded from it.
        let recordable: (any RecordableResult)?
    }

    /// A frame and what was drawn over it.
    struct Drawing: Sendable {
        /// The frame, as players show it.
        let frame: PixelBuffer
        /// The pixels that the drawing changes.
        let changes: DrawnChanges
        /// The time of the frame, in seconds.
        let time: Double
    }

    /// Processes the next frame, and returns the answers that are known by now.
    ///
    /// Throws ``LineamentError`` with code `invalidArgument` if its timestamp is not later than the last one.
    let add: @Sendable (Frame) throws -> [Answer]
    /// Returns the answers that are left at the end.
    let finish: @Sendable () throws -> [Answer]
}
