extension LineamentError {
    /// Returns the error for a truncated or corrupt file, with code `dataLoss`.
    /// - Parameters:
    ///   - name: The file's name, which starts the message.
    ///   - reason: What is wrong with the file, as a clause without a trailing period.
    package static func damaged(_ name: String, _ reason: String) -> LineamentError {
        LineamentError(.dataLoss, "\(name) is damaged: \(reason).")
    }
}
