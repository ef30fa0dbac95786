// SPDX-License-Identifier: Apache-2.0
internal import ArgumentParser
internal import Foundation
internal import LineamentRender
internal import LineamentTasks

/// The destinations and forms of results.
struct OutputOptions: ParsableArguments {
    @Option(
        name: [.short, .long],
        help: ArgumentHelp("Output file for the results. Omitted or -: standard output.", valueName: "file"),
        completion: .file())
    var output: String?

    @Option(
        help:
            """
            Output format. text: readable lines. json: one object per line, for each image or frame. csv: one line per face or \
            person, and one for an image or frame without any. Default: csv for a file whose name ends in .csv, text on a \
            terminal, otherwise json.
            """
    )
    var format: ResultFormat?

    @Option(
        help: ArgumentHelp(
            """
            Draw the results. A file for one input (.jpg, .png, .webp; .mp4, .mov, .mkv, .webm), a folder for several \
            inputs or the frames of one video, or - for a PNG image on standard output.
            """, valueName: "path"),
        completion: .file())
    var annotate: String?

    @Option(
        help:
            """
            Labels in drawings. auto: names (numbers, track IDs, scores), and values where they cover nothing. all: also names \
            that hide somebody small, numbers on meshes, bodies and hands, and the side of hands.
            """)
    var labels = LabelMode.auto

    @OptionGroup var messages: MessageOptions
}

extension ResultFormat: ExpressibleByArgument {}

/// Fields separated by commas.
struct FieldList<Field: ResultField>: ExpressibleByArgument {
    let names: Set<String>

    init?(argument: String) {
        let names = argument.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
        guard !names.isEmpty, names.allSatisfy({ Field(rawValue: $0) != nil }) else { return nil }
        self.names = Set(names)
    }

    static var allValueStrings: [String] { Field.allCases.map(\.rawValue) }

    static var defaultCompletionKind: CompletionKind { .commaList(of: allValueStrings) }
}
