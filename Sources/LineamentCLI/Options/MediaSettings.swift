// SPDX-License-Identifier: Apache-2.0
internal import ArgumentParser
internal import Foundation
internal import LineamentTasks

/// The inputs, outputs and limits of a command.
struct MediaSettings: Sendable {
    /// The destination of an output.
    struct Output: Sendable {
        /// The option that sets the path, for messages.
        let option: String
        /// The path; `nil` if the option was not given.
        let path: String?

        init(_ option: String, _ path: String? = nil) {
            self.option = option
            self.path = path
        }
    }

    let input: InputOptions
    let speed: SpeedOptions
    let messages: MessageOptions
    /// The results; to standard output without a path, or for "-".
    var results = Output("--output")
    /// The form of the results; `nil` for the usual one.
    var format: ResultFormat?
    /// The forms that the results can have.
    var formats: [ResultFormat] = [.csv, .json, .text]
    /// The copies of the inputs on which something is drawn.
    var drawings = Output("--annotate")
    /// Whether ``drawings`` names a folder.
    var drawsIntoFolder: Bool {
        guard let path = drawings.path, path != "-" else { return false }
        return isFileInFolder || Annotation.isFolder(path)
    }
    /// Whether ``drawings`` names the file of the only video in what was a folder.
    var isFileInFolder = false
    /// Whether videos among ``drawings`` have the audio of the input.
    var copiesAudio = true
    /// The folder for masks or crops, one file for each face or person.
    var masks = Output("--output-segmentation-masks")
    /// The files in that folder.
    var maskFiles = MaskFolder.Files()
    /// The file for the only crop of one image, in place of the folder; "-" for standard output.
    var crop = Output("--output")
    /// The model file; empty for the installed one.
    var model = ""
    /// The background of people who are cut out; `nil` for drawings of results.
    var background: BackgroundChoice?
    /// The plan of a redaction, to be written.
    var plan = Output("--plan")
    /// Other files that are read, if there are some at these paths, with what they are.
    var otherFiles: [(name: String, path: String)] = []

    /// The path of the result file; `nil` for standard output.
    var resultPath: String? { results.path == "-" ? nil : results.path }

    /// The format of the results, unless chosen: that of the file's name; text for people, JSON for programs.
    var resultFormat: ResultFormat {
        format ?? ResultName.format(of: resultPath) ?? (resultPath == nil && isatty(STDOUT_FILENO) == 1 ? .text : .json)
    }

    /// Whether videos have summaries: on a terminal, where lines for each frame would rush by.
    var summarizesVideos: Bool {
        format == nil && !messages.verbose && resultPath == nil && isatty(STDOUT_FILENO) == 1
    }

    /// Checks options that exclude each other.
    /// - Throws: `ValidationError` if two outputs would be on standard output, or the name of the results promises another
    ///   format.
    func check() throws {
        try ResultName.check(MediaSettings.Output(results.option, resultPath), of: formats, chosen: format)
        guard background == nil || drawings.path != nil else {
            throw ValidationError("--background requires \(drawings.option).")
        }
        for output in [drawings, crop] where output.path == "-" && resultPath == nil {
            throw ValidationError(
                "With \(output.option) - the image goes to standard output. Name a file for the results, such as "
                    + "\(results.option) results.jsonl.")
        }
    }
}
