// SPDX-License-Identifier: Apache-2.0
internal import Lineament
internal import LineamentCapture
internal import LineamentTasks

extension OptionDescription {
    /// The options of a recording: those of its table that concern files, and those of a request.
    static let capture: [OptionDescription] =
        CaptureChoices.recordingTable.map { recorded($0.description) } + [
            OptionDescription("numPeople", "Maximum number of people, in videos.", .limit)
                .with(\.frontDefault, .count(.max)).with(\.media, [.video]),
            OptionDescription(
                "partial",
                "Whether a body that is damaged or cut off is answered with the recording of what came before, and not refused.",
                .flag
            ).with(\.media, [.video]),
        ]

    /// An option of the table. A request has no file whose name could say the format.
    private static func recorded(_ option: OptionDescription) -> OptionDescription {
        guard option.name == "format" else { return option.ofTool }
        return OptionDescription(
            option.name, "The format, which must be given; table and csv: a row for each time, track and point.",
            .choice(CaptureFormat.words)
        ).with(\.frontDefault, .unset).with(\.media, [.video])
    }
}
