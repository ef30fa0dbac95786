// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Lineament
internal import LineamentCapture
internal import Synchronization

/// Sends the movements of one person of a live session to other programs.
final class LiveMovements: Sendable {
    private struct State {
        var sender: LiveSender
        var rate: SendingRate
        /// The time that is added to those of frames, which begin anew when options change.
        var shift = 0.0
        var last = -Double.infinity
    }

    private let state: Mutex<State>
    /// The track ID of the person; `nil` for the lowest one in the frame.
    private let person: Int?

    /// Opens a socket for each receiver.
    /// - Throws: ``LineamentError`` if a host is not known.
    init(_ sending: LiveSending) throws {
        let sender = try LiveSender(
            to: sending.addresses, rate: sending.rate ?? LiveSender.usualRate, calibrates: sending.calibrates,
            gains: sending.shapeGains)
        person = sending.person
        state = Mutex(State(sender: sender, rate: SendingRate(sending.rate)))
    }

    /// Takes the face of the next second as neutral.
    func calibrate() { state.withLock { $0.sender.calibrate() } }

    /// Sends the person who was chosen, or else the one who was found first in the session of those in the frame.
    /// - Parameters:
    ///   - result: The result of the frame.
    ///   - width: The width of the upright image, in pixels.
    ///   - height: Its height.
    ///   - time: The time of the frame, in seconds.
    /// - Returns: the frame that was sent; `nil` if the frame is left out to hold the rate.
    func send(_ result: any RecordableResult, width: Int, height: Int, time: Double) -> SentFrame? {
        state.withLock { state in
            if time + state.shift <= state.last { state.shift = state.last - time + 1 / LiveSender.usualRate }
            let time = time + state.shift
            state.last = time
            guard state.rate.isDue(time) else { return nil }
            state.rate.take(time)
            var recorder = Recorder(width: width, height: height, keepsFacePoints: false)
            result.add(to: &recorder, at: time)
            let present = recorder.recording.people
            return state.sender.send(
                present.first { person == nil || $0.trackID == person }, at: 0, time: time)
        }
    }
}
