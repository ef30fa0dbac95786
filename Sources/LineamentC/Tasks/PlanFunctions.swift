// SPDX-License-Identifier: Apache-2.0
package import CLineament
internal import Foundation
internal import Lineament
internal import LineamentTools
internal import LineamentTasks

@_cdecl("lineament_redactor_plan")
package func lineamentRedactorPlan(
    _ redactor: OpaquePointer?, _ image: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ plan: ErrorMessage?,
    _ message: ErrorMessage?
) -> MpStatus {
    status(message) {
        let plan = try place(plan, "plan", holding: nil)
        let redactor = try HandleTable.object(redactor, SharedRedactor.self)
        let image = try taskImage(of: image)
        let recording = redactor.makeRecording()
        let task = RedactionTask(redactor.body, redactor.output, covering: try redactor.boxes(isVideo: false))
        _ = try RecordedRedaction(task, by: recording).detect(image)
        plan.pointee = strdup(try recording.plan(of: String(path: path, "path"), redactor.body.options))
    }
}

@_cdecl("lineament_redaction_skip")
package func lineamentRedactionSkip(_ redaction: OpaquePointer?, _ message: ErrorMessage?) -> MpStatus {
    status(message) { try HandleTable.object(redaction, SharedRedaction.self).skip() }
}

@_cdecl("lineament_redaction_plan")
package func lineamentRedactionPlan(
    _ redaction: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ plan: ErrorMessage?, _ message: ErrorMessage?
) -> MpStatus {
    status(message) {
        let plan = try place(plan, "plan", holding: nil)
        let redaction = try HandleTable.object(redaction, SharedRedaction.self)
        let path = try String(path: path, "path")
        plan.pointee = strdup(try redaction.recorded().plan(of: path, redaction.redactor.body.options))
    }
}

@_cdecl("lineament_redaction_record")
package func lineamentRedactionRecord(_ redaction: OpaquePointer?, _ message: ErrorMessage?) -> MpStatus {
    status(message) { try HandleTable.object(redaction, SharedRedaction.self).record() }
}

extension PlanRecording {
    /// Returns the plan of a file, as JSON.
    fileprivate func plan(of path: String, _ options: RedactorOptions) throws -> String {
        let options = RedactionPlan.Options(options)
        let name = URL(fileURLWithPath: path).lastPathComponent
        guard let input = input(file: name, sha256: try FileDigest.ofFile(path)) else {
            throw LineamentError(
                .failedPrecondition,
                "A plan needs all frames: add them, end the video, and take or skip every copy, before it.")
        }
        return RedactionPlan(options: options, inputs: [input]).json
    }
}

@_cdecl("lineament_plan_open")
package func lineamentPlanOpen(
    _ json: UnsafePointer<CChar>?, _ path: UnsafePointer<CChar>?, _ plan: NewHandle?, _ message: ErrorMessage?
) -> MpStatus {
    creating(plan, "plan", message) {
        let path = try String(path: path, "path")
        return try SharedPlan(RedactionPlan(json: String(utf8: required(json, "json"), "json")), of: path)
    }
}

@_cdecl("lineament_plan_render")
package func lineamentPlanRender(
    _ plan: OpaquePointer?, _ image: OpaquePointer?, _ seconds: Double, _ copy: NewHandle?, _ message: ErrorMessage?
) -> MpStatus {
    creating(copy, "copy", message) {
        let plan = try HandleTable.object(plan, SharedPlan.self)
        return SharedImage(try plan.copy(of: taskImage(of: image).pixels, at: seconds, until: nil))
    }
}

@_cdecl("lineament_plan_render_until")
package func lineamentPlanRenderUntil(
    _ plan: OpaquePointer?, _ image: OpaquePointer?, _ seconds: Double, _ end: Double, _ copy: NewHandle?,
    _ message: ErrorMessage?
) -> MpStatus {
    creating(copy, "copy", message) {
        let plan = try HandleTable.object(plan, SharedPlan.self)
        guard !end.isNaN else { throw LineamentError(.invalidArgument, "end must be a time in seconds.") }
        return SharedImage(try plan.copy(of: taskImage(of: image).pixels, at: seconds, until: end))
    }
}

@_cdecl("lineament_plan_close")
package func lineamentPlanClose(_ plan: OpaquePointer?, _ message: ErrorMessage?) -> MpStatus {
    status(message) { try HandleTable.remove(plan, SharedPlan.self) }
}

/// The plan of one file, which is rendered without models.
private final class SharedPlan: Handled {
    static let handleName = "plan"
    /// A plan has no threads, so it survives a fork.
    let isUsable = true
    private let task: PlannedRedaction
    private let method: RedactionMethod

    init(_ plan: RedactionPlan, of path: String) throws {
        let input = try plan.input(
            sha256: FileDigest.ofFile(path), file: URL(fileURLWithPath: path).lastPathComponent)
        guard let method = plan.options.how.flatMap(RedactionMethod.init(word:)) else {
            throw LineamentError(
                .invalidArgument, "The plan lacks how: it was made with an image. Set it to fill, for example.")
        }
        self.method = method
        task = PlannedRedaction(plan, of: input, RedactionOutput(method: method, isReview: false))
    }

    /// Returns a copy of the image, or of the frame at a time.
    /// - Parameter end: The time of the next frame, in seconds; `nil` if unknown.
    func copy(of pixels: PixelBuffer, at seconds: Double, until end: Double?) throws -> PixelBuffer {
        let redaction = try task.redaction(
            of: CGSize(width: pixels.width, height: pixels.height), time: seconds, until: end)
        return try pixels.covering(redaction.areas, silhouette: redaction.silhouette, method: method)
    }
}
