// SPDX-License-Identifier: Apache-2.0
package import Lineament
internal import LineamentImages
internal import LineamentTasks

/// The purpose of a request: the results of a task, or what is made from them.
package enum ServiceAction: Hashable, Sendable, CaseIterable {
    case task(TaskKind)
    /// A copy in which people cannot be recognized.
    case redact
    /// Faces or people cut out.
    case crop
    /// A recording of people's movements, as a file for other programs.
    case capture

    package static let allCases = TaskKind.allCases.map(ServiceAction.task) + tools
    /// All but the tasks.
    package static let tools = [ServiceAction.redact, .crop, .capture]

    /// The name, which is the last part of the path.
    package var name: String {
        switch self {
        case .task(let task): task.rawValue
        case .redact: "redact"
        case .crop: "crop"
        case .capture: "capture"
        }
    }

    /// A summary of its effect, in one sentence.
    var summary: String {
        switch self {
        case .task(let task): task.summary
        case .redact: "Makes the faces, heads or people in an image or video unrecognizable."
        case .crop: "Cuts out each face or person of an image, aligned and resampled once."
        case .capture: "Records people's movements for animation programs, avatars and OpenSim."
        }
    }

    /// The options for one medium.
    package func parameters(for medium: OptionDescription.Medium) -> [OptionDescription] {
        parameters.filter { $0.media.contains(medium) }
    }

    /// The options; the defaults are those of the command line.
    package var parameters: [OptionDescription] {
        switch self {
        case .task(let task): task.parameters
        case .redact:
            RedactionChoices.table.map(\.description.ofTool).filter { !$0.media.isEmpty } + OptionDescription.videoRange
        case .crop: CropChoices.table.map(\.description.ofTool)
        case .capture: OptionDescription.capture + OptionDescription.videoRange
        }
    }

    /// Whether it takes a body.
    func takes(_ body: AnswerFormat.Body) -> Bool {
        switch self {
        case .task, .redact: true
        case .crop: body != .video
        case .capture: body == .video
        }
    }

    /// Returns whether a form is one of its answers. A recording has forms of its own.
    func offers(_ format: AnswerFormat) -> Bool {
        guard self != .capture else { return false }
        return switch format {
        case .json, .csv: true
        case .image, .video: self != .crop
        case .archive: self == .crop
        case .plan, .planLines: self == .redact
        }
    }

    /// The form of an answer to a client that takes any.
    func usualFormat(for body: AnswerFormat.Body) -> AnswerFormat {
        switch (self, body) {
        case (.redact, .image): .image(.png)
        case (.redact, .video): .video
        case (.crop, .image): .archive
        default: .json
        }
    }
}
