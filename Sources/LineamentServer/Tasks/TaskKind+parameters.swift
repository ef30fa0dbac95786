// SPDX-License-Identifier: Apache-2.0
package import Lineament
internal import LineamentTools
internal import LineamentTasks

extension TaskKind {
    /// The options of the task, those in its table and those of the response; the defaults are those of the command line.
    package var parameters: [OptionDescription] {
        let own = options.filter { !$0.exceptions.contains(.service) }.map(\.withDefaultFirst)
        return own.filter { $0.section == .task } + answerParameters + own.filter { $0.section == .search }
            + [.labels] + OptionDescription.videoRange
    }

    /// The options that affect only the response.
    private var answerParameters: [OptionDescription] {
        let parameters = row.answerOptions.compactMap { OptionDescription($0) }
        return parameters.filter { $0.values == .flag } + parameters.filter { $0.values != .flag }
    }
}

extension OptionDescription {
    fileprivate static let background = OptionDescription(
        "background",
        "In drawings, people cut out in place of the results: on nothing (none; not in JPEG and MP4), the blurred image "
            + "(blur), or a color.", .color(["none", "blur"] + Color.names)
    ).with(\.frontDefault, .unset).with(\.media, [.image, .video])
    fileprivate static let labels = OptionDescription(
        "labels",
        "Labels in drawings; auto: names (numbers, track IDs, scores), and values where they cover nothing; all: also names "
            + "that hide somebody small, numbers on meshes, bodies and hands, and the side of hands.",
        .choice(["none", "auto", "all"])
    ).with(\.frontDefault, .choice("auto")).with(\.media, [.image, .video])

    /// The options that select a part of a video.
    static let videoRange = [
        OptionDescription("start", "Time to skip at the beginning of a video, in seconds.", .number(0...1e9))
            .with(\.frontDefault, .number(0)),
        OptionDescription(
            "duration", "Duration of a video to process, in seconds; all of it by default.", .number(0.001...1e9)
        ).with(\.frontDefault, .unset),
        OptionDescription("every", "Process only every n-th frame of a video.", .count(1...1_000_000_000))
            .with(\.frontDefault, .count(1)),
    ].map { $0.with(\.media, [.video]) }

    /// An option that affects only the response. Masks are not part of an answer; live sessions send them as messages.
    fileprivate init?(_ option: AnswerOption) {
        switch option {
        case .masks: return nil
        case .background: self = .background
        case .fields(let names, let commandLineOnly, _):
            self.init(
                "fields", "The parts of each result to write.", .list(names.filter { !commandLineOnly.contains($0) }))
            frontDefault = .unset
        case .worldView:
            self.init("worldView", "Whether to draw the world landmarks beside the image.", .flag)
            media = [.image, .video]
        }
    }
}
