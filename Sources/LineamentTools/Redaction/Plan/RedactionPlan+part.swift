// SPDX-License-Identifier: Apache-2.0
package import Lineament

extension PlannedInput {
    /// Refuses a part of the planned image, in which areas would be elsewhere. A scaled copy differs by what its sides are rounded.
    /// - Throws: `LineamentError` with code `invalidArgument`.
    package func checkShape(of size: CGSize) throws {
        let difference = abs(Double(size.width) * Double(height) - Double(size.height) * Double(width))
        guard difference <= Double(max(width, height)) else {
            throw LineamentError(
                .invalidArgument,
                "The plan of \(file) is for \(width)×\(height) pixels. An image of "
                    + "\(Int(size.width))×\(Int(size.height)) is no scaled copy of that.")
        }
    }
}

extension RedactionPlan {
    /// Checks that a frame is in the part of a video that was analyzed: elsewhere a copy would show all people.
    /// - Parameters:
    ///   - seconds: The time of the frame.
    ///   - input: The plan of the video.
    ///   - first: The time of the first frame of the same part, which may be some time after its start; `nil` if unknown.
    /// - Throws: `LineamentError` with code `invalidArgument` if it is not.
    package func check(_ seconds: Double, in input: PlannedInput, after first: Double? = nil) throws {
        guard seconds.isFinite else {
            throw LineamentError(.invalidArgument, "The frames of a video need their times, in seconds.")
        }
        let interval = (input.duration ?? 0) / Double(max(1, input.frames ?? 1))
        let slack = interval * 1.5 + 0.001
        let end = max(options.start, first ?? 0) + (input.duration ?? .infinity)
        guard seconds >= options.start - slack, seconds <= end + slack else {
            throw LineamentError(
                .invalidArgument,
                "The plan of \(input.file) has nothing for \(seconds) s: it was made of \(options.start) to \(end) s.")
        }
    }
}
