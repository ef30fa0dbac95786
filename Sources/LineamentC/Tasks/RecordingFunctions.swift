// SPDX-License-Identifier: Apache-2.0
package import CLineament
internal import Foundation
internal import Lineament
internal import LineamentCapture
internal import LineamentTasks

@_cdecl("lineament_recording_create")
package func lineamentRecordingCreate(
    _ width: Int32, _ height: Int32, _ keepsFacePoints: Bool, _ recording: NewHandle?, _ message: ErrorMessage?
) -> MpStatus {
    creating(recording, "recording", message) {
        try SharedRecording(Settings(.capture), width: width, height: height, keepsFacePoints: keepsFacePoints)
    }
}

@_cdecl("lineament_recording_create_with")
package func lineamentRecordingCreateWith(
    _ settings: OpaquePointer?, _ outputs: Texts?, _ count: Int32, _ width: Int32, _ height: Int32,
    _ recording: NewHandle?, _ message: ErrorMessage?
) -> MpStatus {
    creating(recording, "recording", message) {
        let settings = try Settings.of(settings, .capture)
        let formats = try settings.formats(of: outputs, count)
        return try SharedRecording(
            settings, formats, width: width, height: height,
            keepsFacePoints: formats.contains(where: \.needsFacePoints))
    }
}

@_cdecl("lineament_recording_read")
package func lineamentRecordingRead(
    _ settings: OpaquePointer?, _ outputs: Texts?, _ count: Int32, _ lines: UnsafePointer<CChar>?,
    _ recording: NewHandle?, _ ending: ErrorMessage?, _ message: ErrorMessage?
) -> MpStatus {
    creating(recording, "recording", message) {
        let ending = try place(ending, "ending", holding: nil)
        let settings = try Settings.of(settings, .capture)
        let formats = try settings.formats(of: outputs, count)
        let read = try LongRecording.read(
            jsonLines: URL(fileURLWithPath: String(path: lines, "lines")),
            keepsFacePoints: formats.contains(where: \.needsFacePoints))
        ending.pointee = read.error.map { strdup($0.message) }
        return SharedRecording(read.recording, settings, formats)
    }
}

@_cdecl("lineament_recording_task")
package func lineamentRecordingTask(
    _ recording: OpaquePointer?, _ task: NewHandle?, _ message: ErrorMessage?
) -> MpStatus {
    creating(task, "task", message) { try HandleTable.object(recording, SharedRecording.self).makeTask() }
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

@_cdecl("lineament_sender_create_with")
package func lineamentSenderCreateWith(
    _ settings: OpaquePointer?, _ sender: NewHandle?, _ message: ErrorMessage?
) -> MpStatus {
    creating(sender, "sender", message) { try SharedSender(Settings.of(settings, .send)) }
}

@_cdecl("lineament_sender_create")
package func lineamentSenderCreate(
    _ addresses: UnsafePointer<CChar>?, _ rate: Double, _ calibrates: Bool, _ gains: UnsafePointer<CChar>?,
    _ sender: NewHandle?, _ message: ErrorMessage?
) -> MpStatus {
    creating(sender, "sender", message) {
        let settings = Settings(.send)
        try settings.set("addresses", to: String(utf8: required(addresses, "addresses"), "addresses"))
        // Every rate above 0 was always taken.
        try settings.set("rate", to: "\(rate > 0 ? max(rate, LiveSender.rates.lowerBound) : rate)")
        try settings.set("calibrate", to: "\(calibrates)")
        if let gains { try settings.set("gains", to: String(utf8: gains, "gains")) }
        return try SharedSender(settings)
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

/// An array of texts, such as paths.
package typealias Texts = UnsafePointer<UnsafePointer<CChar>?>

extension Settings {
    /// Returns the formats of files.
    /// - Throws: `LineamentError` with code `invalidArgument` if the name of one says none, and the option neither, or
    ///   if a folder has other files.
    fileprivate func formats(of outputs: Texts?, _ count: Int32) throws -> [CaptureFormat] {
        let chosen = filled(CaptureChoices(), by: CaptureChoices.recordingTable).format
        let outputs = try required(outputs, "outputs")
        guard count > 0 else { throw LineamentError(.invalidArgument, "There is no output.") }
        guard count == 1 || chosen == nil else {
            throw LineamentError(
                .invalidArgument, "format is for one output. The names of several say their formats.")
        }
        return try (0..<Int(count)).map { index in
            let path = try String(path: outputs[index], "output")
            if let format = chosen ?? CaptureFormat(fileName: path) {
                if format == .openPose { try FrameFolder.check(URL(fileURLWithPath: path)) }
                return format
            }
            throw LineamentError(
                .invalidArgument,
                "\(path) does not say a format. Name it .bvh, .glb, .vrma, .trc, .mot, .pose, .csv, .livelink.csv or "
                    + "_json, or set format.")
        }
    }
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
