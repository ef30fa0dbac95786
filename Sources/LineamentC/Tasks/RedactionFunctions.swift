// SPDX-License-Identifier: Apache-2.0
package import CLineament
internal import Foundation
internal import Lineament
internal import LineamentImages
internal import LineamentTools

@_cdecl("lineament_redactor_create_with")
package func lineamentRedactorCreateWith(
    _ settings: OpaquePointer?, _ redactor: NewHandle?, _ message: ErrorMessage?
) -> MpStatus {
    creating(redactor, "redactor", message) { try SharedRedactor(Settings.of(settings, .redact)) }
}

@_cdecl("lineament_redactor_create")
package func lineamentRedactorCreate(
    _ subject: Int32, _ method: Int32, _ minConfidence: Float, _ redactor: NewHandle?, _ message: ErrorMessage?
) -> MpStatus {
    var options = LineamentRedactorOptions()
    options.subject = subject
    options.method = method
    options.min_confidence = minConfidence
    return lineamentRedactorCreateWithOptions(&options, redactor, message)
}

@_cdecl("lineament_redactor_options_init")
package func lineamentRedactorOptionsInit(_ options: UnsafeMutablePointer<LineamentRedactorOptions>?) {
    options?.pointee = LineamentRedactorOptions()
    options?.pointee.min_confidence = RedactorOptions().minDetectionConfidence
}

@_cdecl("lineament_redactor_create_with_options")
package func lineamentRedactorCreateWithOptions(
    _ options: UnsafePointer<LineamentRedactorOptions>?, _ redactor: NewHandle?, _ message: ErrorMessage?
) -> MpStatus {
    creating(redactor, "redactor", message) {
        try SharedRedactor(Settings(required(options, "options").pointee))
    }
}

@_cdecl("lineament_redactor_with")
package func lineamentRedactorWith(
    _ redactor: OpaquePointer?, _ settings: OpaquePointer?, _ other: NewHandle?, _ message: ErrorMessage?
) -> MpStatus {
    creating(other, "other", message) {
        try HandleTable.object(redactor, SharedRedactor.self).with(Settings.of(settings, .redact))
    }
}

@_cdecl("lineament_redactor_for_input")
package func lineamentRedactorForInput(
    _ redactor: OpaquePointer?, _ input: UnsafePointer<LineamentRedactorInput>?, _ other: NewHandle?,
    _ message: ErrorMessage?
) -> MpStatus {
    creating(other, "other", message) {
        try HandleTable.object(redactor, SharedRedactor.self).with(Settings(required(input, "input").pointee))
    }
}

@_cdecl("lineament_redactor_redact")
package func lineamentRedactorRedact(
    _ redactor: OpaquePointer?, _ image: OpaquePointer?, _ copy: NewHandle?, _ message: ErrorMessage?
) -> MpStatus {
    creating(copy, "copy", message) {
        let redactor = try HandleTable.object(redactor, SharedRedactor.self)
        return SharedImage(try redactor.redact(taskImage(of: image)).copy)
    }
}

@_cdecl("lineament_redactor_redact_with_report")
package func lineamentRedactorRedactWithReport(
    _ redactor: OpaquePointer?, _ image: OpaquePointer?, _ copy: NewHandle?, _ report: ErrorMessage?,
    _ message: ErrorMessage?
) -> MpStatus {
    creating(copy, "copy", message) {
        let report = try place(report, "report", holding: nil)
        let redactor = try HandleTable.object(redactor, SharedRedactor.self)
        let (made, found) = try redactor.redact(taskImage(of: image))
        report.pointee = strdup(found.report(of: made, seconds: nil))
        return SharedImage(made)
    }
}

@_cdecl("lineament_redactor_redact_file")
package func lineamentRedactorRedactFile(
    _ redactor: OpaquePointer?, _ data: UnsafeRawPointer?, _ size: Int, _ type: UnsafePointer<CChar>?,
    _ copy: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?, _ copySize: UnsafeMutablePointer<Int>?,
    _ report: ErrorMessage?, _ message: ErrorMessage?
) -> MpStatus {
    status(message) {
        let copy = try place(copy, "copy", holding: nil)
        let copySize = try place(copySize, "copy_size", holding: 0)
        report?.pointee = nil
        let redactor = try HandleTable.object(redactor, SharedRedactor.self)
        let file = try Data(borrowing: data, count: size)
        let format = try type.map { try ImageEncoder.Format(named: String(utf8: $0, "type")) }
        let pixels = try ImageDecoder().decode(file)
        let (made, found) = try redactor.redact(pixels, of: file, as: format ?? ImageEncoder.Format(of: file) ?? .png)
        copy.pointee = try made.copiedForC()
        copySize.pointee = made.count
        report?.pointee = strdup(found.report(of: pixels, seconds: nil))
    }
}

@_cdecl("lineament_redactor_close")
package func lineamentRedactorClose(_ redactor: OpaquePointer?, _ message: ErrorMessage?) -> MpStatus {
    status(message) { try HandleTable.remove(redactor, SharedRedactor.self) }
}

@_cdecl("lineament_redaction_create")
package func lineamentRedactionCreate(
    _ redactor: OpaquePointer?, _ redaction: NewHandle?, _ message: ErrorMessage?
) -> MpStatus {
    creating(redaction, "redaction", message) {
        try SharedRedaction(HandleTable.object(redactor, SharedRedactor.self))
    }
}

@_cdecl("lineament_redaction_add")
package func lineamentRedactionAdd(
    _ redaction: OpaquePointer?, _ frame: OpaquePointer?, _ seconds: Double, _ message: ErrorMessage?
) -> MpStatus {
    status(message) {
        let redaction = try HandleTable.object(redaction, SharedRedaction.self)
        let moment = try HandleTable.object(frame, SharedImage.self).moment
        // The caller may have rounded the time to milliseconds. Frames with times of their own are in no container.
        let isOwn = moment.map { abs($0.time - seconds) < 0.001 } ?? false
        try redaction.add(taskImage(of: frame), time: seconds, container: isOwn ? moment?.container : nil)
    }
}

@_cdecl("lineament_redaction_finish")
package func lineamentRedactionFinish(_ redaction: OpaquePointer?, _ message: ErrorMessage?) -> MpStatus {
    status(message) { try HandleTable.object(redaction, SharedRedaction.self).finish() }
}

@_cdecl("lineament_redaction_next")
package func lineamentRedactionNext(
    _ redaction: OpaquePointer?, _ copy: NewHandle?, _ message: ErrorMessage?
) -> MpStatus {
    status(message) {
        let copy = try place(copy, "copy", holding: nil)
        let next = try HandleTable.object(redaction, SharedRedaction.self).next()
        copy.pointee = next.flatMap { HandleTable.insert(SharedImage($0.copy)) }
    }
}

@_cdecl("lineament_redaction_next_with_report")
package func lineamentRedactionNextWithReport(
    _ redaction: OpaquePointer?, _ copy: NewHandle?, _ seconds: UnsafeMutablePointer<Double>?,
    _ report: ErrorMessage?, _ message: ErrorMessage?
) -> MpStatus {
    status(message) {
        let copy = try place(copy, "copy", holding: nil)
        let report = try place(report, "report", holding: nil)
        let seconds = try place(seconds, "seconds", holding: 0)
        guard let next = try HandleTable.object(redaction, SharedRedaction.self).next() else { return }
        report.pointee = strdup(next.redaction.report(of: next.copy, seconds: next.time))
        seconds.pointee = next.time
        copy.pointee = HandleTable.insert(SharedImage(next.copy))
    }
}

@_cdecl("lineament_redaction_missed_areas")
package func lineamentRedactionMissedAreas(
    _ redaction: OpaquePointer?, _ count: UnsafeMutablePointer<Int32>?, _ message: ErrorMessage?
) -> MpStatus {
    status(message) {
        let count = try required(count, "count")
        count.pointee = Int32(clamping: try HandleTable.object(redaction, SharedRedaction.self).missedCount)
    }
}

@_cdecl("lineament_redaction_close")
package func lineamentRedactionClose(_ redaction: OpaquePointer?, _ message: ErrorMessage?) -> MpStatus {
    status(message) { try HandleTable.remove(redaction, SharedRedaction.self) }
}
