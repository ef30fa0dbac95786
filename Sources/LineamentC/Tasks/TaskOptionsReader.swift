// SPDX-License-Identifier: Apache-2.0
internal import CLineament
internal import Foundation
internal import Lineament
internal import LineamentTasks

/// Reads the options of a task from C's structure. Errors name the structure's fields.
struct TaskOptionsReader {
    let task: TaskKind
    private let given: LineamentOptions

    /// Checks the structure's size and task.
    /// - Throws: `LineamentError` with code `invalidArgument`.
    init(_ options: UnsafePointer<LineamentOptions>?) throws {
        given = try required(options, "options").pointee
        guard given.size == MemoryLayout<LineamentOptions>.size else {
            throw LineamentError(
                .invalidArgument,
                "LineamentOptions has \(given.size) bytes, not \(MemoryLayout<LineamentOptions>.size). Initialize it "
                    + "with lineament_options_init, and compile with the header of this library.")
        }
        guard let task = TaskKind(number: given.task) else {
            throw LineamentError(.invalidArgument, "There is no task \(given.task); see LineamentTaskKind.")
        }
        self.task = task
        try refuseOthersOptions()
    }

    /// Refuses fields that are set although the task does not have their options.
    private func refuseOthersOptions() throws {
        let own = Set(task.options.compactMap(\.field))
        for field in OptionField.allCases where !own.contains(field) && field.place.isSet(in: given) {
            let names = OptionField.allCases.filter(own.contains).map(\.rawValue).joined(separator: ", ")
            let hint = Self.related(to: field, among: own).map { "Did you mean \($0.rawValue)? " } ?? ""
            throw LineamentError(
                .invalidArgument, "\(task.rawValue) has no option \(field.rawValue). \(hint)Its options: \(names).")
        }
    }

    /// Returns a field that has all words of another one's name, or of whose words that one has all, such as `hand_range` and
    /// `range`.
    private static func related(to field: OptionField, among fields: Set<OptionField>) -> OptionField? {
        func words(_ field: OptionField) -> Set<Substring> { Set(field.rawValue.split(separator: "_")) }
        return OptionField.allCases.first { other in
            fields.contains(other)
                && (words(other).isSuperset(of: words(field)) || words(other).isSubset(of: words(field)))
        }
    }

    /// The library's defaults of a task; zeros where it does not have an option, and for an unknown task, which
    /// `lineament_task_create` refuses.
    static func defaults(of number: Int32) -> LineamentOptions {
        var options = LineamentOptions()
        options.size = MemoryLayout<LineamentOptions>.size
        options.task = number
        for option in TaskKind(number: number)?.options ?? [] {
            option.field?.place.write(option.libraryDefault, of: option.values, to: &options)
        }
        return options
    }

    /// Returns the settings of the task.
    /// - Throws: `LineamentError` with code `invalidArgument` that names a field and its range.
    func settings() throws -> Settings {
        let settings = Settings(SettingsKind(task))
        for option in task.options {
            guard let field = option.field else { continue }
            let text = try field.place.text(in: given, of: option.values, name: field.rawValue)
            try settings.set(option.snakeCaseName, to: text, shownAs: field.rawValue)
        }
        guard task.task.takesModel || (given.model_path == nil && given.model_size == 0) else {
            throw LineamentError(
                .invalidArgument, "The task for face attributes uses its own models. Leave model_path NULL.")
        }
        try settings.set(
            threads: given.threads, delegate: given.delegate, allowsHalfPrecision: given.half_precision)
        if given.model_size == 0, let path = given.model_path {
            try settings.set("model_path", to: String(utf8: path, "model_path"))
        }
        return settings
    }

    /// Returns the bytes of the model; `nil` for that of a path, or the task's own.
    /// - Throws: `LineamentError` with code `invalidArgument` if only their number or only their place is set.
    func model() throws -> Data? {
        guard given.model_size == 0 else {
            return try Data(model: required(given.model_data, "model_data"), size: given.model_size)
        }
        guard given.model_data == nil else {
            throw LineamentError(.invalidArgument, "model_data is set, but model_size is 0.")
        }
        return nil
    }
}
