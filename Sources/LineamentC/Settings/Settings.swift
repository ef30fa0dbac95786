// SPDX-License-Identifier: Apache-2.0
internal import Lineament
internal import LineamentTasks
internal import LineamentTools
internal import Locking

/// The options of a task or tool, which C code sets by their names.
final class Settings: Handled {
    private struct Given {
        var values: [String: OptionValue]
        var images: [String: PixelBuffer] = [:]
    }

    static let handleName = "settings"
    let kind: SettingsKind
    let isUsable = true
    private let given: Locked<Given>

    init(_ kind: SettingsKind, _ values: [String: OptionValue] = [:]) {
        self.kind = kind
        given = Locked(Given(values: values))
    }

    /// The options that were set, by their names in the tables.
    var values: [String: OptionValue] { given.withLock { $0.values } }

    /// Returns the image that an option was set to; `nil` for none.
    func image(_ name: String) -> PixelBuffer? { given.withLock { $0.images[name] } }

    /// Sets an option to a value as it is written in commands.
    /// - Parameters:
    ///   - name: The name in snake case.
    ///   - shown: The name in messages; `nil` for the same one.
    /// - Throws: `LineamentError` with code `invalidArgument` that names the options, or the values of the option.
    func set(_ name: String, to text: String, shownAs shown: String? = nil) throws {
        let option = try kind.rows.option(named: name, of: kind.name)
        let value = try option.value(of: text, named: shown ?? name)
        given.withLock { given in
            given.values[option.name] = value
            given.images[option.name] = nil
        }
    }

    /// Sets an option to an image.
    /// - Throws: `LineamentError` with code `invalidArgument` if the option takes none.
    func set(_ name: String, to image: PixelBuffer) throws {
        let option = try kind.rows.option(named: name, of: kind.name)
        guard kind.imageOptions.contains(option.name) else {
            throw LineamentError(.invalidArgument, "\(name) must be \(option.values.text), not an image.")
        }
        given.withLock { $0.images[option.name] = image }
    }

    /// Sets what the models run on, from the fields of C's structures.
    func set(threads: Int32, delegate: Int32, allowsHalfPrecision: Bool) throws {
        guard (0...Int32(Threading.maximum)).contains(threads) else {
            throw LineamentError(
                .invalidArgument, "threads must be 0 (automatic) to \(Threading.maximum), not \(threads).")
        }
        try set("threads", to: "\(threads)")
        try set("delegate", to: choice(Int(delegate), of: BaseOptions.delegates, "delegate"))
        try set("half_precision", to: "\(allowsHalfPrecision)")
    }

    /// Returns options in which those that were set have their values.
    func filled<Options>(_ options: Options, by table: [TaskOption<Options>]) -> Options {
        table.set(options, to: values)
        return options
    }

    /// What the models run on, and for a task the file of its model.
    var baseOptions: BaseOptions { filled(BaseOptions(), by: BaseOptions.table) }

    /// Returns the settings of a handle.
    /// - Throws: `LineamentError` with code `invalidArgument` if they are of another task or tool.
    static func of(_ handle: OpaquePointer?, _ kind: SettingsKind) throws -> Settings {
        let settings = try HandleTable.object(handle, Settings.self)
        guard settings.kind.name == kind.name else {
            throw LineamentError(
                .invalidArgument, "These are settings of \(settings.kind.name), but those of \(kind.name) are needed.")
        }
        return settings
    }
}
