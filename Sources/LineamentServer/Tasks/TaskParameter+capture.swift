// SPDX-License-Identifier: Apache-2.0
internal import Lineament
internal import LineamentCapture
internal import LineamentTasks

extension TaskParameter {
    /// The options of a recording: those of its table that concern files, and those of a request.
    static let capture: [TaskParameter] =
        CaptureChoices.recordingTable.map { recorded($0.description) } + [
            TaskParameter(
                name: "numPeople", values: .limit, defaultValue: "all", summary: "Maximum number of people, in videos.",
                media: [.video]),
            TaskParameter(
                name: "partial", values: .flag, defaultValue: "false",
                summary:
                    "Whether a body that is damaged or cut off is answered with the recording of what came before, and not refused.",
                media: [.video]),
        ]

    /// An option of the table. A request has no file whose name could say the format.
    private static func recorded(_ option: OptionDescription) -> TaskParameter {
        guard option.name == "format" else { return TaskParameter(ofTool: option) }
        return TaskParameter(
            name: option.name, values: .choice(CaptureFormat.words), defaultValue: "",
            summary: "The format, which must be given; table and csv: a row for each time, track and point.",
            media: [.video])
    }
}
