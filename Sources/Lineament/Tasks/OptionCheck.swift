/// Checks of option values, which name the option and what it may be.
enum OptionCheck {
    static func fraction(_ value: Float, _ option: String) throws {
        guard (0...1).contains(value) else {
            throw LineamentError(
                .invalidArgument, "Invalid `\(option)` option: value must be in the range [0.0, 1.0], not \(value).")
        }
    }

    static func positive(_ value: Int, _ option: String) throws {
        guard value > 0 else {
            throw LineamentError(
                .invalidArgument, "Invalid `\(option)` option: value must be at least 1, not \(value).")
        }
    }

    static func delegate(_ delegate: Delegate) throws {
        guard delegate == .CPU else {
            throw LineamentError(
                .unimplemented, "Lineament runs on the CPU only: set baseOptions.delegate to .CPU.")
        }
    }
}
