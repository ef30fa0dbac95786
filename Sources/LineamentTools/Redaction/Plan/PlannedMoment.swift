// SPDX-License-Identifier: Apache-2.0

/// The time for which a frame is shown, in milliseconds as reports and plans have them.
struct PlannedMoment: Sendable {
    /// When the frame begins.
    let start: Int
    /// When the next frame begins; at least a millisecond later.
    let end: Int

    /// Creates an instant.
    /// - Parameter milliseconds: The time.
    init(_ milliseconds: Int) {
        start = milliseconds
        end = milliseconds < .max ? milliseconds + 1 : .max
    }

    /// Creates the time of a frame.
    /// - Parameters:
    ///   - start: When the frame begins, in seconds.
    ///   - end: When the next frame begins, in seconds; `nil` if unknown, so that the frame counts as shown for an instant.
    init(_ start: Double, until end: Double?) {
        self.start = PlannedKey.milliseconds(of: start)
        self.end = max(self.start + 1, end.map { PlannedKey.milliseconds(of: $0) } ?? .min)
    }
}
