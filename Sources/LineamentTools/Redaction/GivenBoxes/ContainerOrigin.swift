// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Lineament

/// The container's time of the first frame of a video, by which the times of boxes become those of frames.
struct ContainerOrigin: Sendable {
    /// The container's time that is 0 for frames, in seconds; `nil` if it is not known.
    let seconds: Double?
    private let duration: Double
    /// The difference below which two times belong to the same frame, in seconds.
    private let tolerance: Double

    /// The share of the time between two frames by which a time may be off and still belong to the nearer one.
    private static let share = 0.4
    /// The rounding error of the time of a box, in seconds.
    private static let rounding = 0.01
    /// The distance from the container's clock from which that was set back or forth, in seconds.
    private static let jump = 0.5

    /// - Parameters:
    ///   - moment: The time of the first frame that is read, by the container; `nil` if unknown.
    ///   - time: The time of that frame, in seconds.
    init(_ moment: ContainerMoment?, time: Double) {
        seconds = moment.map { $0.time - time }
        duration = moment?.duration ?? .infinity
        tolerance = Self.share / max(1, moment?.frameRate ?? 1000)
    }

    /// Returns boxes whose times count from the first frame.
    /// - Throws: `LineamentError` with code `invalidArgument` if it cannot be known from where the times of boxes count.
    func resolve(_ boxes: [GivenBox]) throws -> [GivenBox] {
        let clock = try boxes.contains { $0.clock == nil } ? commonClock(of: boxes.filter { $0.clock == nil }) : .start
        return try boxes.map { box in
            guard case .time(let time) = box.moment, (box.clock ?? clock) == .container else { return box }
            guard let seconds else {
                throw LineamentError(
                    .invalidArgument,
                    "The clock of the container is not known here. Leave clock out: times are those that the frames have."
                )
            }
            var other = box
            other.moment = .time(time - seconds)
            return other
        }
    }

    /// Returns the clock that the times of all boxes fit.
    private func commonClock(of boxes: [GivenBox]) throws -> GivenBox.Clock {
        let times = boxes.compactMap { box in if case .time(let time) = box.moment { time } else { nil } }
        guard let seconds, abs(seconds) > tolerance, let first = times.min(), let last = times.max() else {
            return .start
        }
        func fits(_ start: Double) -> Bool {
            first >= start - Self.rounding && last <= start + duration + Self.rounding
        }
        switch (fits(0), fits(seconds)) {
        case (true, false): return .start
        case (false, true): return .container
        case (let both, _):
            let begin = String(format: "%.6g", seconds)
            throw LineamentError(
                .invalidArgument,
                "The video begins at \(begin) s of its container's clock, and the times of the boxes fit "
                    + "\(both ? "that clock as well as" : "neither that clock nor") one that begins at 0. Add "
                    + "\"clock\": \"container\" to each line if they are presentation timestamps, as of ffprobe or PyAV, or "
                    + "\"clock\": \"start\" if they count from the first frame, as in reports and with OpenCV.")
        }
    }

    /// Checks that a frame follows the container's clock.
    /// - Throws: `LineamentError` with code `invalidArgument` if the clock was set since the first frame.
    func check(_ moment: ContainerMoment?, time: Double) throws {
        guard let seconds, let moment, abs(moment.time - time - seconds) > Self.jump else { return }
        throw LineamentError(
            .invalidArgument,
            "The container's clock is set back \(String(format: "%.3f", time)) s after the start, so that its times are not "
                + "unique. Give boxes the numbers of frames, or times that count from the first frame.")
    }
}
