// SPDX-License-Identifier: Apache-2.0
internal import Lineament

/// The covers of a redaction in images and videos, in a form that a person can read and edit, and that is rendered
/// without models.
///
/// The covers of an unedited plan contain all that ``Redactor`` covers directly: each one contains the ellipse or rectangle of
/// the analysis in every frame, and no edge is further out than a tenth of its size, or a pixel if that is more. Those of bodies
/// contain the masks of the analysis, in cells.
///
/// ```swift
/// var plan = try RedactionPlan(json: text)
/// plan.inputs[0].tracks[2].keep = true
/// let redaction = plan.inputs[0].redaction(in: size, time: frame.time, until: next.time, extent: plan.options.extent)
/// let copy = try frame.pixels.covering(redaction.areas, silhouette: redaction.silhouette, method: .fill(.black))
/// ```
public struct RedactionPlan: Sendable, Hashable {
    /// The version of the form.
    public static let version = 1

    /// The options of the analysis.
    public struct Options: Sendable, Hashable {
        /// The subject that is covered.
        public var subject: RedactorOptions.Subject
        /// How, as the option `how` has it; `nil` for an image, which the renderer must be given.
        public var how: String?
        /// The score from which a detection is covered, 0 to 1.
        public var minDetectionConfidence: Float
        /// The time in the video at which the copy begins, in seconds.
        public var start = 0.0
        /// The duration of the copy, in seconds; `nil` for the rest of the video.
        public var duration: Double?
        /// The distance of the frames in the copy.
        public var every = 1

        /// Creates the options of a plan.
        public init(subject: RedactorOptions.Subject, how: String?, minDetectionConfidence: Float) {
            self.subject = subject
            self.how = how
            self.minDetectionConfidence = minDetectionConfidence
        }

        /// The part of a face that is covered.
        public var extent: RedactedArea.Extent { subject == .faces ? .faces : .heads }
    }

    /// The program that wrote the plan.
    public var program: String
    /// The options of the analysis.
    public var options: Options
    /// The images and videos.
    public var inputs: [PlannedInput]

    /// Creates a plan.
    public init(program: String, options: Options, inputs: [PlannedInput]) {
        self.program = program
        self.options = options
        self.inputs = inputs
    }

    /// Returns the plan of an input.
    /// - Parameters:
    ///   - sha256: The SHA-256 of the file, in small or capital digits. Of two entries with the same, that with the name counts.
    ///   - file: The name of the file.
    /// - Throws: `LineamentError` with code `invalidArgument` if there is none.
    public func input(sha256: String, file: String) throws -> PlannedInput {
        let same = inputs.filter { $0.sha256.lowercased() == sha256.lowercased() }
        if let input = same.first(where: { $0.file == file }) ?? same.first { return input }
        guard inputs.contains(where: { $0.file == file }) || inputs.count == 1 else {
            throw LineamentError(.invalidArgument, "The plan has no entry for \(file).")
        }
        throw LineamentError(
            .invalidArgument,
            "\(file) is not the file that the plan was made of: its SHA-256 is another. Make a plan of this file.")
    }
}
