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
            "File for the recording; a folder for OpenPose's JSON; - for standard output.", valueName: "path"),
        completion: .file())
    var output: String?

    @Option(help: ArgumentHelp(CaptureChoices.table.help("format")))
    var format: CaptureFormat?

    @Option(help: ArgumentHelp(CaptureChoices.table.help("cameraFov"), valueName: "degrees"))
    var cameraFov = CaptureChoices().options.motion.fieldOfView

    @Option(help: ArgumentHelp(CaptureChoices.table.help("focalLength"), valueName: "pixels"))
    var focalLength = 0.0

    @Flag(help: ArgumentHelp(CaptureChoices.table.help("inPlace")))
    var inPlace = false

    @Flag(help: ArgumentHelp(CaptureChoices.table.help("freeFeet")))
    var freeFeet = false

    @Option(help: ArgumentHelp(CaptureChoices.table.help("jointNames")))
    var jointNames: CaptureOptions.JointNames?

    @Option(help: ArgumentHelp(CaptureChoices.table.help("rate"), valueName: "fps"))
    var rate: Double?

    @OptionGroup var messages: QuietOption

    func validate() throws {
        if let output { _ = try chosenFormat(of: output) }
        guard cameraFov > 1, cameraFov < 170 else {
            throw ValidationError("--camera-fov must be between 1 and 170 degrees, not \(cameraFov).")
        }
        guard FaceLandmarkerOptions.focalLengths.contains(focalLength) else {
            throw ValidationError("--focal-length must be 0 (unknown) to 1000000 pixels, not \(focalLength).")
        }
        guard rate.map({ $0 > 0 && $0 <= 1000 }) ?? true else {
            throw ValidationError("--rate must be more than 0 and at most 1000.")
        }
    }

    /// The first option that was given and means nothing without files; `nil` if there is none.
    var optionOfFiles: String? {
        if format != nil { return "--format" }
        if inPlace { return "--in-place" }
        if freeFeet { return "--free-feet" }
        return jointNames.map { _ in "--joint-names" }
    }

    /// The format that was asked for.
    /// - Throws: `ValidationError` if neither the name nor an option says one.
    func chosenFormat(of output: String) throws -> CaptureFormat {
        if let format = format ?? CaptureFormat(fileName: output) { return format }
        throw ValidationError(
            "--output \(output) does not say a format. Name it .bvh, .glb, .vrma, .trc, .mot, .pose, .csv, .livelink.csv "
                + "or _json, or add --format.")
    }

    /// Sets the options.
    func fill(_ choices: CaptureChoices) {
        choices.format = format
        choices.rate = rate
        choices.options.motion.fieldOfView = cameraFov
        choices.options.motion.focalLength = focalLength == 0 ? nil : focalLength
        choices.options.motion.movesThroughSpace = !inPlace
        choices.options.motion.plantsFeet = !freeFeet
        choices.options.jointNames = jointNames
    }
}
