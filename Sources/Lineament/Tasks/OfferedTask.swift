// SPDX-License-Identifier: Apache-2.0

/// A task that the command line, the service, C and Python offer. What they need of it follows from its tables.
package protocol OfferedTask: ImageTask where Output: SubjectResult {
    associatedtype Options: TaskOptions

    /// The summary of the task, in one sentence.
    static var summary: String { get }
    /// The name of its faces, people or hands in a table of results.
    static var column: String { get }
    /// Whether the caller may choose the model.
    static var takesModel: Bool { get }
    /// The table of the options.
    static var options: [TaskOption<Options>] { get }

    /// Loads the models.
    init(options: Options) throws
    /// Runs the models that the caller may choose once, whether or not there are people: the first run of each is slow,
    /// and a damaged model shows.
    func runModelsOnce() throws
}

extension OfferedTask {
    package static var takesModel: Bool { true }

    static var optionDescriptions: [OptionDescription] { options.map(\.description) }
    static var valueDescriptions: [ValueDescription] { Output.values.map(\.description) }
}
