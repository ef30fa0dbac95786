// SPDX-License-Identifier: Apache-2.0
internal import Lineament
internal import LineamentCapture
internal import LineamentTasks
internal import Locking

/// A sender of one person's movements.
final class SharedSender: Handled {
    static let handleName = "sender"
    private let body: Locked<LiveSender>
    /// The track ID of the person; `nil` for the one who was found first of those in the frame.
    private let person: Int?
    let isUsable = true

    init(_ settings: Settings) throws {
        let choices = settings.filled(SendingChoices(), by: SendingChoices.table)
        body = Locked(try choices.makeSender())
        person = choices.person
    }

    func send(_ result: any RecordableResult, _ size: (width: Int, height: Int), at seconds: Double) throws {
        guard seconds.isFinite else { throw LineamentError(.invalidArgument, "\(seconds) is no time.") }
        var recorder = Recorder(width: size.width, height: size.height, keepsFacePoints: false)
        result.add(to: &recorder, at: seconds)
        let found = recorder.recording.people.first { person == nil || $0.trackID == person }
        body.withLock { (sender: inout LiveSender) -> Void in sender.send(found, at: 0, time: seconds) }
    }
}
