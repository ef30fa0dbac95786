// SPDX-License-Identifier: Apache-2.0
package import Foundation
package import Lineament
package import LineamentCapture
package import LineamentRender

/// A task in the front doors: the texts of its help, and how its results are written and drawn. With the tables of
/// ``OfferedTask``, it is the row of the task.
package protocol TaskRow: SendableMetatype {
    associatedtype Task: OfferedTask
    /// The parts of a result that can be chosen.
    associatedtype Field: ResultField = NoField
    typealias Output = Task.Output
    typealias Value = ResultValue<Task.Output, Task.Output.Subject>

    /// The texts of the help of its command.
    static var command: CommandTexts { get }
    /// The options that only concern what is written and drawn.
    static var answerOptions: [AnswerOption] { get }
    /// The members of a result's JSON object beside its head.
    static var members: [ResultMember] { get }
    /// The name of the subjects, as text.
    static var subject: Subject { get }
    /// The columns of CSV that say which subject a line is of: its number, and its track if the task tracks.
    static var subjectColumns: [String] { get }

    /// Turns on the options of the task that the chosen output needs, such as masks for a background.
    static func require(_ choices: AnswerChoices, of options: Task.Options)
    /// Returns advice for an image that takes too long, as the end of a sentence; `nil` if there is none.
    static func speedHint(_ options: Task.Options) -> String?
    /// Returns the parts that CSV has unless others are named.
    static func usualColumns(_ options: Task.Options) -> Set<Field>
    /// Returns the values that CSV has columns for.
    static func columns(_ choices: AnswerChoices, _ options: Task.Options) -> [Value]

    /// Returns the box around a subject in an image of a size, in pixels.
    static func box(of subject: Output.Subject, in size: CGSize) -> CGRect
    /// Returns the details of a subject that a line of text has after its box.
    static func details(of subject: Output.Subject) -> [String]
    /// Writes the members of a result's JSON object after its head.
    static func writeMembers(_ result: Output, _ head: ResultHead, to json: inout JSONText)
    /// Writes members that follow from others, if they were named.
    static func writeDerived(_ result: Output, _ choices: AnswerChoices, to json: inout JSONText)
    /// Returns the drawing of a result.
    static func overlay(_ result: Output, labels: LabelMode) -> any Overlay
    /// Returns the drawing of the world landmarks beside the image; `nil` if there is none.
    static func worldView(_ result: Output) -> (any Overlay)?
    /// Returns the masks of the subjects; empty unless they were computed.
    static func masks(_ result: Output) -> [Mask]
    /// Returns the result, if people's movements can be recorded from it.
    static func recordable(_ result: Output) -> (any RecordableResult)?
    /// Returns the detected faces that have no landmarks and are not counted.
    static func facesWithoutLandmarks(_ result: Output) -> [Detection]
    /// Returns the number of subjects that were detected, with or without landmarks; 0 if that is not told apart.
    static func detectedCount(_ result: Output) -> Int
}

extension TaskRow {
    package static var answerOptions: [AnswerOption] { [] }
    package static func require(_ choices: AnswerChoices, of options: Task.Options) {}
    package static func usualColumns(_ options: Task.Options) -> Set<Field> { partsBesideBoxes }
    package static func writeMembers(_ result: Output, _ head: ResultHead, to json: inout JSONText) {
        result.writeMembers(to: &json)
    }
    package static func writeDerived(_ result: Output, _ choices: AnswerChoices, to json: inout JSONText) {}
    package static func worldView(_ result: Output) -> (any Overlay)? { nil }
    package static func masks(_ result: Output) -> [Mask] { [] }
    package static func recordable(_ result: Output) -> (any RecordableResult)? { nil }
    package static func facesWithoutLandmarks(_ result: Output) -> [Detection] { [] }
    package static func detectedCount(_ result: Output) -> Int { 0 }

    /// All parts but the boxes, which follow from the landmarks.
    static var partsBesideBoxes: Set<Field> { Set(Field.allCases.filter { $0.rawValue != "boundingBoxes" }) }

    /// Returns the values of the parts that were named, or else of the usual ones.
    package static func columns(_ choices: AnswerChoices, _ options: Task.Options) -> [Value] {
        let written = choices.fields ?? Set(usualColumns(options).map(\.rawValue))
        let values = Output.values
        return values.filter { value in
            // A number of each landmark is written beside its coordinates.
            let points = values.first { $0.description.name == value.description.points }
            let key = (points ?? value).description.key
            return key.map { written.contains($0) && Field(rawValue: $0) != nil } ?? false
        }
    }
}

extension TaskRow where Task.Output: RecordableResult {
    package static func recordable(_ result: Output) -> (any RecordableResult)? { result }
}

extension TaskKind {
    /// Its texts, and how its results are chosen, written and drawn.
    package var row: any TaskRow.Type {
        switch self {
        case .faceDetector: FaceDetectorRow.self
        case .faceLandmarker: FaceLandmarkerRow.self
        case .poseLandmarker: PoseLandmarkerRow.self
        case .faces: FaceAnalyzerRow.self
        case .handLandmarker: HandLandmarkerRow.self
        case .holisticLandmarker: HolisticLandmarkerRow.self
        }
    }
}

/// The texts of the help of a task's command.
package struct CommandTexts: Sendable {
    package let abstract: String
    package let discussion: String
    /// The sentences about `--model`.
    package var model = ""
    /// Words that other programs, and people, have for what the command does.
    package var relatedWords: Set<String> = []
}

/// The choice of what is written and drawn of results.
package struct AnswerChoices: Sendable {
    /// The names of the parts to write; `nil` for the usual ones.
    package var fields: Set<String>?
    /// Whether masks are written to files.
    package var hasMasks = false
    /// The background on which people are drawn in place of the results; `nil` for none.
    package var background: Background?
    /// Whether the world landmarks are drawn beside the image.
    package var showsWorld = false

    package init() {}

    /// Returns whether a part is written because it was named.
    func names(_ field: some ResultField) -> Bool { fields?.contains(field.rawValue) == true }

    /// Whether masks must be computed.
    var needsMasks: Bool { hasMasks || background != nil }
}

/// An option that only concerns what is written and drawn.
package enum AnswerOption: Sendable {
    /// The folder for masks, on the command line.
    case masks
    /// The background of people who are cut out.
    case background
    /// The parts of a result to write.
    /// - Parameters:
    ///   - names: The parts.
    ///   - commandLineOnly: Those that only the command line has.
    ///   - help: The sentences of the command line's help.
    case fields(_ names: [String], commandLineOnly: [String] = [], help: String)
    /// Whether the world landmarks are drawn beside the image.
    case worldView
}
