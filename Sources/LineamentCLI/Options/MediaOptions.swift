// SPDX-License-Identifier: Apache-2.0
internal import ArgumentParser

/// The arguments and options of every task that processes images and videos.
struct MediaOptions: ParsableArguments {
    @OptionGroup(title: "Input") var input: InputOptions
    @OptionGroup(title: "Output") var output: OutputOptions
    @OptionGroup(title: "Speed and limits") var speed: SpeedOptions

    func validate() throws { try settings().check() }

    /// Returns the run that the options describe.
    /// - Parameters:
    ///   - model: The model file; empty for the installed one.
    ///   - masks: The folder for masks, if they were requested.
    ///   - background: The background of people; `nil` for drawings of results.
    func run(model: String = "", masks: String? = nil, background: BackgroundChoice? = nil) throws -> MediaRun {
        var settings = settings()
        settings.model = model
        settings.masks = MediaSettings.Output(settings.masks.option, masks)
        settings.background = background
        if let path = background?.path { settings.otherFiles.append(("the image", path)) }
        return try MediaRun(settings)
    }

    private func settings() -> MediaSettings {
        var settings = MediaSettings(input: input, speed: speed, messages: output.messages)
        settings.results = MediaSettings.Output(settings.results.option, output.output)
        settings.format = output.format
        settings.drawings = MediaSettings.Output(settings.drawings.option, output.annotate)
        return settings
    }
}
