internal import Foundation

/// A loader for models that suppresses the runtime's announcement on standard error.
///
/// XNNPACK announces itself on standard error when a process compiles its first model, and no option disables that.
/// While `load` runs, standard error is redirected to a temporary file, and afterward everything except the
/// announcement is copied to the real standard error. Only a program may do this, and only before it starts other
/// threads.
enum ModelLoading {
    private static let announcement = "Created TensorFlow Lite XNNPACK delegate for CPU."

    /// Loads a task.
    /// - Parameters:
    ///   - model: The model file that the user named, which is tried in a process of its own first; empty for the default.
    ///   - exercise: Runs each model of the task once.
    static func load<Task>(
        model: String, exercise: (Task) throws -> Void, _ load: () throws -> Task
    ) throws -> Task {
        if ModelTrial.isUnderway { ModelTrial.run { try exercise(load()) } }
        if !model.isEmpty { try ModelTrial.perform(on: model) }
        return try quietly(load)
    }

    static func quietly<Task>(_ load: () throws -> Task) rethrows -> Task {
        guard let file = tmpfile() else { return try load() }
        defer { fclose(file) }
        let original = dup(STDERR_FILENO)
        guard original >= 0 else { return try load() }
        defer { close(original) }
        guard dup2(fileno(file), STDERR_FILENO) >= 0 else { return try load() }
        defer {
            dup2(original, STDERR_FILENO)
            rewind(file)
            copyLines(of: file, to: original)
        }
        return try load()
    }

    private static func copyLines(of file: UnsafeMutablePointer<FILE>, to descriptor: Int32) {
        var line: UnsafeMutablePointer<CChar>?
        var capacity = 0
        defer { free(line) }
        while case let length = getline(&line, &capacity, file), length > 0, let line {
            if strstr(line, announcement) == nil { _ = write(descriptor, line, length) }
        }
    }
}
