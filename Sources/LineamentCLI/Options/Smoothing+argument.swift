// SPDX-License-Identifier: Apache-2.0
internal import ArgumentParser
internal import Lineament
internal import LineamentTasks

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
