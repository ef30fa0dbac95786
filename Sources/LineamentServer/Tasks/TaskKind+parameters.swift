// SPDX-License-Identifier: Apache-2.0
package import Lineament
internal import LineamentTools
internal import LineamentTasks

extension TaskKind {
    /// The options of the task, those in its table and those of the response; the defaults are those of the command line.
    package var parameters: [TaskParameter] {
        let own = options.filter { !$0.exceptions.contains(.service) }
        return own.filter { $0.section == .task }.map { TaskParameter($0) } + answerParameters
            + own.filter { $0.section == .search }.map { TaskParameter($0) } + [.labels, .start, .duration, .every]
    }

    /// The options that affect only the response.
    private var answerParameters: [TaskParameter] {
        let parameters = row.answerOptions.compactMap { TaskParameter($0) }
        return parameters.filter { $0.values == .flag } + parameters.filter { $0.values != .flag }
    }
}

extension TaskParameter {
    /// An option of a task. The values of a choice begin with the default.
    fileprivate init(_ option: OptionDescription) {
        name = option.name
        summary = option.summary
        media = option.media
        defaultValue = option.frontDefault.text
        libraryDefault = option.libraryDefault.text
        python = option.python
        let usual = defaultValue
        values =
            switch option.values {
            case .choice(let words): .choice([usual] + words.filter { $0 != usual })
            case .number, .limit, .count, .flag, .list, .color, .numbers, .numberOr, .areas: option.values
            }
    }

    /// An option of a tool, whose defaults are the same everywhere; live sessions have none.
    init(ofTool option: OptionDescription) {
        self.init(option)
        libraryDefault = nil
        media.remove(.live)
    }

    fileprivate static let background = TaskParameter(
        name: "background", values: .color(["none", "blur"] + Color.names), defaultValue: "",
        summary:
            "In drawings, people cut out in place of the results: on nothing (none; not in JPEG and MP4), the blurred image "
            + "(blur), or a color.",
        media: [.image, .video])
    fileprivate static let labels = TaskParameter(
        name: "labels", values: .choice(["none", "auto", "all"]), defaultValue: "auto",
        summary:
            "Labels in drawings; auto: names (numbers, track IDs, scores), and values where they cover nothing; all: also names "
            + "that hide somebody small, numbers on meshes, bodies and hands, and the side of hands.",
        media: [.image, .video])
    static let start = TaskParameter(
        name: "start", values: .number(0...1e9), defaultValue: "0",
        summary: "Time to skip at the beginning of a video, in seconds.", media: [.video])
    static let duration = TaskParameter(
        name: "duration", values: .number(0.001...1e9), defaultValue: "",
        summary: "Duration of a video to process, in seconds; all of it by default.", media: [.video])
    static let every = TaskParameter(
        name: "every", values: .count(1...1_000_000_000), defaultValue: "1",
        summary: "Process only every n-th frame of a video.", media: [.video])

    /// An option that affects only the response. Masks are no part of an answer; live sessions send them as messages.
    fileprivate init?(_ option: AnswerOption) {
        switch option {
        case .masks: return nil
        case .background: self = .background
        case .fields(let names, let commandLineOnly, _):
            self.init(
                name: "fields", values: .list(names.filter { !commandLineOnly.contains($0) }), defaultValue: "",
                summary: "The parts of each result to write.")
        case .worldView:
            self.init(
                name: "worldView", values: .flag, defaultValue: "false",
                summary: "Whether to draw the world landmarks beside the image.", media: [.image, .video])
        }
    }
}
