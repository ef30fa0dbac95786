// SPDX-License-Identifier: Apache-2.0
public import ArgumentParser
public import LineamentCapture
public import LineamentImages
public import LineamentRender
internal import LineamentTasks

// Public types of the library whose words are arguments.

extension DecodingDetail: ExpressibleByArgument {}

extension LabelMode: ExpressibleByArgument {}

extension CropTemplate.Kind: ExpressibleByArgument {}

extension RedactorOptions.Subject: ExpressibleByArgument {}

extension CropChoices.What: ExpressibleByArgument {}

extension CropChoices.FileFormat: ExpressibleByArgument {}

extension CaptureFormat: ExpressibleByArgument {
    /// Creates a format from its word, or from `csv` for a table.
    public init?(argument: String) { self.init(word: argument) }

    /// The words of all formats.
    public static var allValueStrings: [String] { words }
}

extension CaptureOptions.JointNames: ExpressibleByArgument {}
