// SPDX-License-Identifier: Apache-2.0
internal import ArgumentParser
internal import Lineament
internal import LineamentTasks

/// How a recording is cleaned.
struct CaptureCleaningOptions: ParsableArguments {
    @Option(help: ArgumentHelp(CaptureChoices.table.help("smooth"), valueName: "filter"))
    var smooth = CaptureChoices().smooth

    @Option(help: ArgumentHelp(CaptureChoices.table.help("maxGap"), valueName: "seconds"))
    var maxGap = CaptureChoices().maxGap

    @Option(help: ArgumentHelp(CaptureChoices.table.help("minDuration"), valueName: "seconds"))
    var minDuration: Double?

    @Flag(help: ArgumentHelp(CaptureChoices.table.help("keepOutliers")))
    var keepOutliers = false

    @Flag(help: ArgumentHelp(CaptureChoices.table.help("constantBones")))
    var constantBones = false

    func validate() throws {
        try OptionRange.check(maxGap, in: 0...OptionRange.maxSeconds, "--max-gap")
        try OptionRange.check(minDuration ?? 0, in: 0...OptionRange.maxSeconds, "--min-duration")
    }

    /// The first option that was given; `nil` if there is none.
    var givenOption: String? {
        let usual = CaptureChoices()
        if smooth != usual.smooth { return "--smooth" }
        if maxGap != usual.maxGap { return "--max-gap" }
        if minDuration != nil { return "--min-duration" }
        if keepOutliers { return "--keep-outliers" }
        return constantBones ? "--constant-bones" : nil
    }

    /// Sets the options.
    func fill(_ choices: CaptureChoices) {
        choices.smooth = smooth
        choices.maxGap = maxGap
        choices.minDuration = minDuration ?? choices.minDuration
        choices.keepsOutliers = keepOutliers
        choices.keepsBoneLengths = constantBones
    }
}

extension CaptureChoices.Smoothing: ExpressibleByArgument {
    /// Reads a word or a frequency.
    public init?(argument: String) {
        guard let option = CaptureChoices.table.first(where: { $0.name == "smooth" }),
            let value = option.description.values.value(of: argument)
        else { return nil }
        self.init(value)
    }

    /// The word of the default.
    public var defaultValueDescription: String { "auto" }

    /// The words.
    public static var allValueStrings: [String] { words }
}
