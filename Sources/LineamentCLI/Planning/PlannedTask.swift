// SPDX-License-Identifier: Apache-2.0
internal import ArgumentParser
internal import Lineament

/// A task with options, written as in the address of a request: `face-landmarker?range=short&numFaces=1`.
struct PlannedTask {
    let name: String
    private let kind: TaskKind
    /// The options that were given; the others have the defaults of the command line and the service.
    private let values: [String: OptionValue]

    /// Reads a task and its options.
    /// - Throws: `ValidationError` that says what there is instead.
    init(_ text: String) throws {
        name = text
        let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        guard let kind = TaskKind(rawValue: String(parts[0])) else {
            let names = TaskKind.allCases.map(\.rawValue).joined(separator: ", ")
            throw ValidationError("--task must be one of \(names), not \(parts[0]).")
        }
        self.kind = kind
        var values: [String: OptionValue] = [:]
        for item in parts.dropFirst().flatMap({ $0.split(separator: "&") }) {
            let (name, value) = try Self.option(item, of: kind)
            values[name] = value
        }
        self.values = values
    }

    private static func option(_ item: Substring, of kind: TaskKind) throws -> (String, OptionValue) {
        let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard let option = kind.options.first(where: { $0.name == parts[0] }) else {
            let names = kind.options.map(\.name).joined(separator: ", ")
            throw ValidationError("--task: \(kind.rawValue) has no option \(parts[0]). Its options: \(names).")
        }
        guard let value = option.values.value(of: parts.count > 1 ? parts[1] : "true") else {
            throw ValidationError("--task: \(option.name) cannot be \(parts.last ?? ""). \(option.summary)")
        }
        return (option.name, value)
    }

    /// Loads the task with a number of threads for each inference.
    func load(threads: Int) throws -> Loaded { try load(kind.task, threads: threads) }

    private func load<Task: OfferedTask>(_: Task.Type, threads: Int) throws -> Loaded {
        let options = Task.Options()
        options.baseOptions.numThreads = threads
        try Task.options.fill(options, from: values)
        let task = try Task(options: options)
        try task.runModelsOnce()
        return Loaded(detect: { _ = try task.detect(image: $0) }) {
            let session = task.makeSession()
            return { _ = try session.detect(videoFrame: $0, timestampInMilliseconds: $1) }
        }
    }

    /// A task that has been loaded, whatever its results.
    struct Loaded: Sendable {
        let detect: @Sendable (MPImage) throws -> Void
        /// Returns a function that processes the frames of one video, with their times in milliseconds.
        let makeSession: @Sendable () -> (MPImage, Int) throws -> Void
    }
}
