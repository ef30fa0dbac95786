// SPDX-License-Identifier: Apache-2.0
package import CLineament
internal import Lineament
internal import LineamentTools
internal import LineamentTasks

@_cdecl("lineament_redactor_for_input")
package func lineamentRedactorForInput(
    _ redactor: OpaquePointer?, _ input: UnsafePointer<LineamentRedactorInput>?, _ other: NewHandle?,
    _ message: ErrorMessage?
) -> MpStatus {
    creating(other, "other", message) {
        try HandleTable.object(redactor, SharedRedactor.self).with(required(input, "input").pointee)
    }
}

extension SharedRedactor {
    /// Returns a redactor with the same models for one image or video.
    /// - Throws: `LineamentError` with code `invalidArgument` if a text has another form, or does not suit the options.
    fileprivate func with(_ input: LineamentRedactorInput) throws -> SharedRedactor {
        let choices = RedactionChoices()
        choices.options = body.options
        for (name, words) in [("cover", input.cover), ("uncover", input.uncover)] {
            guard let words else { continue }
            try RedactionChoices.table.set(name, of: choices, to: String(utf8: words, name), named: name)
        }
        try choices.options.check(hasVideos: false, naming: RedactorOptions.name)
        let areas = try input.areas.map { try Self.areas(String(utf8: $0, "areas")) } ?? areas
        return SharedRedactor(
            body.with(choices.options), isReview: isReview, areas: areas,
            hasThumbnails: input.thumbnails || hasThumbnails)
    }

    private static func areas(_ text: String) throws -> GivenBoxFile {
        do {
            return try GivenBoxFile(jsonLines: text)
        } catch let error as LineamentError {
            throw LineamentError(error.code, "areas: \(error.message)")
        }
    }

    /// Returns a recording for the plan of an input.
    func makeRecording() -> PlanRecording { PlanRecording(covers: body.options.covers, hasThumbnails: hasThumbnails) }
}
