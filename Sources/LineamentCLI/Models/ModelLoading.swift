// SPDX-License-Identifier: Apache-2.0

/// A loader for a task whose model file the user may have named.
enum ModelLoading {
    /// Loads a task.
    /// - Parameters:
    ///   - model: The model file that the user named, which is tried in a process of its own first; empty for the default.
    ///   - exercise: Runs each model of the task once.
    static func load<Task>(
        model: String, exercise: (Task) throws -> Void, _ load: () throws -> Task
    ) throws -> Task {
        if ModelTrial.isUnderway { ModelTrial.run { try exercise(load()) } }
        if !model.isEmpty { try ModelTrial.perform(on: model) }
        return try load()
    }
}
