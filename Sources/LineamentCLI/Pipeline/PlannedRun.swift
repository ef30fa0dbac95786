// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Lineament
internal import LineamentTools
internal import LineamentTasks
internal import LineamentVideo
internal import Locking

/// The making of a plan, beside the processing of the inputs.
final class PlannedRun: Sendable {
    private struct Entry {
        let file: String
        let sha256: String
        let recording: PlanRecording
    }

    private let options: RedactionPlan.Options
    private let covers: [CoveredArea]
    /// Whether the plan is written, and so belongs to files.
    private let isWritten: Bool
    private let hasThumbnails: Bool
    private let entries = Locked<[Int: Entry]>([:])

    init(_ options: RedactionPlan.Options, covers: [CoveredArea], isWritten: Bool, hasThumbnails: Bool) {
        self.options = options
        self.hasThumbnails = hasThumbnails
        self.covers = covers
        self.isWritten = isWritten
    }

    /// Returns the task for one input, whose results are recorded.
    /// - Throws: `LineamentError` if the input is not a file, and the plan is written.
    func task(
        _ index: Int, of input: MediaInput, _ task: RedactionTask
    ) throws -> RecordedRedaction {
        let recording = PlanRecording(covers: covers, hasThumbnails: hasThumbnails)
        let entry = Entry(file: input.relativePath, sha256: isWritten ? try input.digest() : "", recording: recording)
        entries.withLock { $0[index] = entry }
        return RecordedRedaction(task, by: recording)
    }

    /// The plan of what was processed.
    var plan: RedactionPlan {
        let sorted = entries.withLock { $0.sorted { $0.key < $1.key }.map(\.value) }
        return RedactionPlan(
            options: options, inputs: sorted.compactMap { $0.recording.input(file: $0.file, sha256: $0.sha256) })
    }
}

extension RedactionPlan {
    /// Writes the plan.
    /// - Parameter path: The file; "-" for standard output.
    func write(to path: String) throws {
        let file = try ResultFile(path: path == "-" ? nil : path)
        defer { file.discard() }
        try file.write(json)
        try file.commit()
    }

    /// Whether something is worth a look.
    var hasDoubts: Bool { inputs.contains { !$0.look.isEmpty } }

    /// The number of places that a note names.
    private static let maxNamed = 10

    /// The note on where to look first; `nil` if there is nothing to look at.
    var noteOnDoubts: String? {
        let doubts = inputs.flatMap { input in input.look.map { (input, $0) } }
            .sorted { $0.1.weight > $1.1.weight }
        guard !doubts.isEmpty else { return nil }
        let named = doubts.prefix(Self.maxNamed).map { input, doubt in
            "\n  " + (inputs.count > 1 ? "\(input.file.onOneLine): " : "") + doubt.words
        }
        let rest = doubts.count > Self.maxNamed ? "\n  and \(doubts.count - Self.maxNamed) more" : ""
        return "look first at:" + named.joined() + rest
    }
}

extension MediaInput {
    /// Returns the SHA-256 of the file.
    /// - Throws: `LineamentError` if the input is not a file, or cannot be read.
    func digest() throws -> String {
        switch origin {
        case .file(let url): try FileDigest.ofFile(url.path, name: source)
        case .video(let video) where isVideoFile: try FileDigest.ofFile(video.name, name: source)
        case .unusable(let error): throw error
        case .video, .standardInput:
            throw LineamentError(.invalidArgument, "\(source) is no file, and a plan belongs to a file.")
        }
    }
}

extension PlanDoubt {
    /// The doubt in words, such as "12.3-14 s: track 3 ends inside of the image".
    fileprivate var words: String {
        func seconds(_ milliseconds: Int) -> String { String(format: "%g", Double(milliseconds) / 1000) }
        let time = from.map { start in
            let end = to ?? start
            return (end > start ? "\(seconds(start))–\(seconds(end)) s" : "\(seconds(start)) s") + ": "
        }
        let name = track.map { from == nil ? "number \($0)" : "track \($0)" } ?? "a face"
        let what =
            switch kind {
            case .away: "\(name) is lost, and a face returns near it"
            case .ends: "\(name) ends inside of the image"
            case .verified: "\(name) was found in the finished copy"
            case .begins: "\(name) begins inside of the image"
            case .weak: "\(name) is weak"
            case .bridged: "\(name) was not found, but before and after"
            case .border: "\(name) enters or leaves at a border"
            case .same:
                "\(name) may be the person of \(previous.map { "track \($0)" } ?? "another track"), who was followed until then"
            case .bodiless: "\(name) has no body that was found"
            case .nobody: "nobody was found"
            case .cut: "a scene begins"
            }
        return (time ?? "") + what
    }
}

extension RedactionPlan {
    /// Reads the plan in a file.
    /// - Throws: `LineamentError` that names the file, the line and the key of what is wrong.
    init(contentsOf path: String) throws {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw LineamentError(.notFound, "The plan \(path) cannot be read.")
        }
        guard let text = String(data: data, encoding: .utf8) else {
            throw LineamentError(.invalidArgument, "The plan \(path) is not UTF-8.")
        }
        self = try LineamentError.naming(path) { try RedactionPlan(json: text) }
    }
}
