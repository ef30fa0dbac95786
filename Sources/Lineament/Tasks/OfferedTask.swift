/// A task that the command line, the service, C and Python offer. What they need of it follows from its tables.
package protocol OfferedTask: ImageTask where Output: TaskResult {
    /// The options, in a table of ``TaskOption``.
    associatedtype Options: TaskOptions
    /// A face, person or hand of a result, in a table of ``ResultValue``.
    associatedtype Subject

    /// The summary of the task, in one sentence.
    static var summary: String { get }
    /// The name of its faces, people or hands in a table of results.
    static var column: String { get }
    /// Whether the caller may choose the model.
    static var takesModel: Bool { get }
    static var options: [TaskOption<Options>] { get }
    static var values: [ResultValue<Output, Subject>] { get }

    /// Returns the library's default options.
    static func makeOptions() -> Options
    static func subjects(of result: Output) -> [Subject]

    /// Loads the models.
    init(options: Options) throws
    /// Runs the models that the caller may choose once, whether or not there is anybody: the first run of each is slow, and a
    /// damaged model shows.
    func runModelsOnce() throws
}

extension OfferedTask {
    package static var takesModel: Bool { true }

    static var optionDescriptions: [OptionDescription] { options.map(\.description) }
    static var valueDescriptions: [ValueDescription] { values.map(\.description) }
}
