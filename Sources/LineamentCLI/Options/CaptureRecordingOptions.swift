// SPDX-License-Identifier: Apache-2.0
internal import ArgumentParser
internal import Lineament
internal import LineamentCapture
internal import LineamentTasks

/// The options of a recording's file.
struct CaptureRecordingOptions: ParsableArguments {
    @Option(
        name: [.short, .long],
        help: ArgumentHelp(
            "File for the recording; a folder for OpenPose's JSON; - for standard output. May be repeated.",
            valueName: "path"),
        completion: .file())
    var output: [String] = []

    @OptionGroup var rows: CaptureRecordingArguments

    @OptionGroup var messages: QuietOption

    func validate() throws {
        for path in output { _ = try chosenFormat(of: path) }
        try rows.check(CaptureChoices.table)
    }

    /// The first option that was given and means nothing without files; `nil` if there is none.
    var optionOfFiles: String? {
        let ofAll = ["cameraFov", "focalLength", "rate"]
        return rows.firstGiven(in: CaptureChoices.table.filter { !ofAll.contains($0.name) })
    }

    /// The format that was asked for.
    /// - Throws: `ValidationError` if neither the name nor an option says one.
    func chosenFormat(of output: String) throws -> CaptureFormat {
        if let format = rows.format ?? CaptureFormat(fileName: output) { return format }
        throw ValidationError(
            "--output \(output) does not say a format. Name it .bvh, .glb, .vrma, .trc, .mot, .pose, .csv, .livelink.csv "
                + "or _json, or add --format.")
    }
}
