// SPDX-License-Identifier: Apache-2.0
package import Foundation
package import Lineament
package import LineamentRender

/// The writing and drawing of a task's results, and its texts in the front doors. With the tables of ``OfferedTask``, it is
/// the row of the task.
package protocol TaskOutput: ResultOutput where Result == Task.Output {
    associatedtype Task: OfferedTask
    /// The parts of a result that can be chosen.
    associatedtype Field: ResultField = NoField
    typealias Columns = ValueColumns<Result, Result.Subject>

    /// The texts of the help of its command.
    static var command: CommandTexts { get }
    /// The options that only concern what is written and drawn.
    static var answerOptions: [AnswerOption] { get }
    /// The members of a result's JSON object beside its head.
    static var members: [ResultMember] { get }

    /// Turns on the options of the task that the chosen output needs, such as masks for a background.
    static func require(_ choices: AnswerChoices, of options: Task.Options)
    /// Returns advice for an image that takes too long, as the end of a sentence; `nil` if there is none.
    static func speedHint(_ options: Task.Options) -> String?
    /// Returns the parts that CSV has unless others are named.
    static func usualColumns(_ options: Task.Options) -> Set<Field>

    /// The columns of CSV that say which subject a line is of: its number, and its track if the task tracks.
    static var subjectColumns: [String] { get }
    /// The columns of CSV for the values of a subject.
    var columns: Columns { get }
    var choices: AnswerChoices { get }

    /// Returns the box around a subject in an image of a size, in pixels.
    static func box(of subject: Result.Subject, in size: CGSize) -> CGRect
    /// Returns what a line of text says of a subject after its box.
    static func details(of subject: Result.Subject) -> [String]
    /// Writes the members of a result's JSON object after its head.
    func writeMembers(_ result: Result, _ head: ResultHead, to json: inout JSONText)

    /// - Parameter options: The options of the task.
    init(_ choices: AnswerChoices, _ options: Task.Options)
}

extension TaskOutput {
    package static var answerOptions: [AnswerOption] { [] }
    package static func require(_ choices: AnswerChoices, of options: Task.Options) {}
    package static func usualColumns(_ options: Task.Options) -> Set<Field> { partsBesideBoxes }

    /// All parts but the boxes, which follow from the landmarks.
    static var partsBesideBoxes: Set<Field> { Set(Field.allCases.filter { $0.rawValue != "boundingBoxes" }) }
}

extension TaskKind {
    /// How its results are chosen, written and drawn.
    package var output: any TaskOutput.Type {
        switch self {
        case .faceDetector: FaceDetectorOutput.self
        case .faceLandmarker: FaceLandmarkerOutput.self
        case .poseLandmarker: PoseLandmarkerOutput.self
        case .faces: FaceAnalyzerOutput.self
        case .handLandmarker: HandLandmarkerOutput.self
        case .holisticLandmarker: HolisticLandmarkerOutput.self
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
