extension LineamentError {
    /// The error for a cut or damaged file, with code `dataLoss`.
    package static func damaged(_ name: String, _ reason: String) -> LineamentError {
        LineamentError(.dataLoss, "\(name) is damaged: \(reason).")
    }
}
