// SPDX-License-Identifier: Apache-2.0
internal import Lineament
internal import LineamentCapture
internal import LineamentVideo

/// Sends one person's movements while a video or a recording runs.
struct LiveCapture {
    private var sender: LiveSender
    private var pace: LivePace
    /// Called after each frame with the number of frames that were sent.
    private let didSend: (_ count: Int) -> Void
    private(set) var count = 0

    init(_ sender: LiveSender, _ pace: LivePace, didSend: @escaping (_ count: Int) -> Void) {
        self.sender = sender
        self.pace = pace
        self.didSend = didSend
    }

    /// Sends the person in the frames of a video.
    /// - Returns: the error that ended it early; `nil` if it went on to its end or was interrupted.
    mutating func send(_ frames: PrefetchedFrames, _ task: CaptureTask) -> LineamentError? {
        do {
            while !Interruption.isRequested, let frame = try frames.next() {
                guard pace.takes(frame.time) else { continue }
                var recorder = Recorder(
                    width: frame.pixels.width, height: frame.pixels.height, keepsFacePoints: false)
                try task.add(frame, &recorder)
                send(recorder.recording.people.first, 0, frame.time)
            }
            return nil
        } catch {
            let failure = LineamentError(reporting: error)
            return failure.code == .cancelled && Interruption.isRequested ? nil : failure
        }
    }

    /// Sends the person who is seen longest in a recording.
    /// - Throws: `LineamentError` if the temporary file of the recording cannot be read.
    mutating func send(_ recording: LongRecording) throws {
        try recording.forEachFrameOfLongestTrack { frame, time in
            guard !Interruption.isRequested else { return false }
            if pace.takes(time) { send(frame?.person, frame?.index ?? 0, time) }
            return true
        }
    }

    private mutating func send(_ person: RecordedPerson?, _ frame: Int, _ time: Double) {
        sender.send(person, at: frame, time: time)
        count += 1
        didSend(count)
    }
}
