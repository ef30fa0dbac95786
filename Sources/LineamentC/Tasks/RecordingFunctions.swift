// SPDX-License-Identifier: Apache-2.0
package import CLineament
internal import Foundation
internal import Lineament
internal import LineamentCapture
internal import LineamentTasks
internal import Locking

@_cdecl("lineament_recording_create")
package func lineamentRecordingCreate(
    _ width: Int32, _ height: Int32, _ keepsFacePoints: Bool, _ recording: NewHandle?, _ message: ErrorMessage?
) -> MpStatus {
    creating(recording, "recording", message) {
        guard width > 0, height > 0 else {
            throw LineamentError(.invalidArgument, "width and height must be at least 1, not \(width) and \(height).")
        }
        return SharedRecording(
            try LongRecording(width: Int(width), height: Int(height), keepsFacePoints: keepsFacePoints))
    }
}

@_cdecl("lineament_recording_set")
package func lineamentRecordingSet(
    _ recording: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ value: UnsafePointer<CChar>?,
    _ message: ErrorMessage?
) -> MpStatus {
    status(message) {
        let name = try String(utf8: required(name, "name"), "name")
        let value = try String(utf8: required(value, "value"), "value")
        try HandleTable.object(recording, SharedRecording.self).set(name, to: value)
    }
}

@_cdecl("lineament_recording_add")
package func lineamentRecordingAdd(
    _ recording: OpaquePointer?, _ result: UnsafePointer<LineamentResult>?, _ seconds: Double, _ message: ErrorMessage?
) -> MpStatus {
    status(message) {
        let recording = try HandleTable.object(recording, SharedRecording.self)
        try recording.add(ResultArrays.recordable(required(result, "result").pointee), at: seconds)
    }
}

@_cdecl("lineament_recording_write")
package func lineamentRecordingWrite(
    _ recording: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ count: UnsafeMutablePointer<Int32>?,
    _ message: ErrorMessage?
) -> MpStatus {
    status(message) {
        count?.pointee = 0
        let path = try String(utf8: required(path, "path"), "path")
        let written = try HandleTable.object(recording, SharedRecording.self).write(to: path)
        count?.pointee = Int32(clamping: written)
    }
}

@_cdecl("lineament_recording_close")
package func lineamentRecordingClose(_ recording: OpaquePointer?, _ message: ErrorMessage?) -> MpStatus {
    status(message) { try HandleTable.remove(recording, SharedRecording.self) }
}

@_cdecl("lineament_sender_create")
package func lineamentSenderCreate(
    _ addresses: UnsafePointer<CChar>?, _ rate: Double, _ calibrates: Bool, _ gains: UnsafePointer<CChar>?,
    _ sender: NewHandle?, _ message: ErrorMessage?
) -> MpStatus {
    creating(sender, "sender", message) {
        let text = try String(utf8: required(addresses, "addresses"), "addresses")
        let receivers = try text.split(separator: " ").map { try LiveAddress(String($0)) }
        guard !receivers.isEmpty else {
            throw LineamentError(.invalidArgument, "addresses must name a receiver, such as vmc://127.0.0.1:39539.")
        }
        guard rate > 0, rate <= 1000 else {
            throw LineamentError(.invalidArgument, "rate must be more than 0 and at most 1000, not \(rate).")
        }
        let factors = try gains.map { try ShapeGains(json: Data(String(utf8: $0, "gains").utf8)) }
        return SharedSender(
            try LiveSender(to: receivers, rate: rate, calibrates: calibrates, gains: factors ?? ShapeGains()))
    }
}

@_cdecl("lineament_sender_send")
package func lineamentSenderSend(
    _ sender: OpaquePointer?, _ result: UnsafePointer<LineamentResult>?, _ seconds: Double, _ message: ErrorMessage?
) -> MpStatus {
    status(message) {
        let sender = try HandleTable.object(sender, SharedSender.self)
        let result = try required(result, "result").pointee
        let size = (width: Int(result.width), height: Int(result.height))
        try sender.send(ResultArrays.recordable(result), size, at: seconds)
    }
}

@_cdecl("lineament_sender_close")
package func lineamentSenderClose(_ sender: OpaquePointer?, _ message: ErrorMessage?) -> MpStatus {
    status(message) { try HandleTable.remove(sender, SharedSender.self) }
}

extension ResultArrays {
    /// Returns the result of a landmarker that was handed over.
    /// - Throws: `LineamentError` with code `invalidArgument` if it was freed, or if its task has no landmarks of people.
    fileprivate static func recordable(_ result: LineamentResult) throws -> any RecordableResult {
        if let output = try owner(of: result).output as? any RecordableResult { return output }
        throw LineamentError(
            .invalidArgument,
            "Recordings are of results of a holistic, pose, face or hand landmarker, not of other tasks.")
    }
}

/// A recording, and how it is written.
private final class SharedRecording: ForkBound, @unchecked Sendable {
    // Sound: the recording and the options are only touched under the lock.

    static let handleName = "recording"
    private let lock = Locked(-Double.infinity)
    private let recording: LongRecording
    private let choices = CaptureChoices()
    /// The values are in a file, to which a forked process would write at the same places.
    let origin = ForkGuard()

    init(_ recording: LongRecording) { self.recording = recording }

    func set(_ name: String, to value: String) throws {
        try lock.withLock { _ in try choices.set(name, to: value) }
    }

    func add(_ result: any RecordableResult, at seconds: Double) throws {
        try lock.withLock { last in
            guard seconds.isFinite, seconds > last else {
                throw LineamentError(
                    .invalidArgument,
                    last.isFinite
                        ? "Times must be increasing, but \(seconds) follows \(last)." : "\(seconds) is no time.")
            }
            try recording.add { result.add(to: &$0, at: seconds) }
            last = seconds
        }
    }

    func write(to path: String) throws -> Int {
        try lock.withLock { _ in
            guard recording.frameCount > 0 else {
                throw LineamentError(.failedPrecondition, "The recording has no frames.")
            }
            let cleaned = try recording.cleaned(choices.cleaning)
            let even = try choices.rate.map { try cleaned.resampled(rate: $0) } ?? cleaned
            return try even.write(to: URL(fileURLWithPath: path), as: choices.format, options: choices.options).count
        }
    }
}

/// A sender of one person's movements.
private final class SharedSender: Handled {
    static let handleName = "sender"
    private let body: Locked<LiveSender>
    let isUsable = true

    init(_ body: sending LiveSender) { self.body = Locked(body) }

    func send(_ result: any RecordableResult, _ size: (width: Int, height: Int), at seconds: Double) throws {
        guard seconds.isFinite else { throw LineamentError(.invalidArgument, "\(seconds) is no time.") }
        var recorder = Recorder(width: size.width, height: size.height, keepsFacePoints: false)
        result.add(to: &recorder, at: seconds)
        let person = recorder.recording.people.first
        body.withLock { (sender: inout LiveSender) -> Void in sender.send(person, at: 0, time: seconds) }
    }
}
