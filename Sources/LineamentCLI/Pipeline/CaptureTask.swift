// SPDX-License-Identifier: Apache-2.0
internal import Lineament
internal import LineamentCapture
internal import LineamentTasks
internal import LineamentVideo

/// The task that finds what is recorded of people.
struct CaptureTask {
    /// Adds the people of a frame to a recording.
    let add: (VideoFrame, inout Recorder) throws -> Void

    /// Loads the models.
    /// - Parameters:
    ///   - maximum: The largest number of people.
    ///   - smoothing: The smoothing from frame to frame.
    ///   - camera: The angle of view or the focal length of the camera.
    init(
        _ subject: CaptureSubject, maximum: Int, smoothing: Smoothing, camera: MotionOptions, baseOptions: BaseOptions
    ) throws {
        var values = subject.options(smoothing: smoothing, camera: camera)
        values[subject.limit] = .count(maximum)
        add = try Self.adding(subject.task.row, values, baseOptions)
    }

    private static func adding<Row: TaskRow>(
        _: Row.Type, _ values: [String: OptionValue], _ baseOptions: BaseOptions
    ) throws -> (VideoFrame, inout Recorder) throws -> Void {
        let options = Row.Task.Options()
        options.baseOptions = baseOptions
        try Row.Task.options.set(options, from: values)
        let session = try Row.Task(options: options).makeSession()
        return { frame, recorder in
            Row.recordable(try session.detect(frame))?.add(to: &recorder, at: frame.time)
        }
    }

    /// Records the frames of a video.
    /// - Parameters:
    ///   - name: The name of the video, for messages.
    ///   - didAdd: Called after each frame with the number of frames.
    /// - Returns: the recording, and the error that ended it early; `nil` if it is whole or was interrupted.
    /// - Throws: the error that came before the first frame.
    func record(
        _ frames: PrefetchedFrames, of name: String, keepsFacePoints: Bool, didAdd: (_ count: Int) -> Void
    ) throws -> (recording: LongRecording, failure: LineamentError?) {
        var recording: LongRecording?
        var failure: LineamentError?
        var count = 0
        do {
            while !Interruption.isRequested, let frame = try frames.next() {
                let grown =
                    try recording
                    ?? LongRecording(
                        width: frame.pixels.width, height: frame.pixels.height, keepsFacePoints: keepsFacePoints)
                recording = grown
                try grown.add { try add(frame, &$0) }
                count += 1
                didAdd(count)
            }
        } catch let error as LineamentError where error.code == .cancelled && Interruption.isRequested {
            // The frames that were read until Ctrl-C are complete.
        } catch {
            failure = LineamentError(reporting: error)
        }
        if let recording, recording.frameCount > 0 { return (recording, failure) }
        throw failure ?? LineamentError(.dataLoss, "\(name) has no frames in the chosen range.")
    }
}
