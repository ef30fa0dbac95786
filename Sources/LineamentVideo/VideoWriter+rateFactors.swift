extension VideoWriter {
    /// Returns the constant rate factors that videos with a file name extension may have: those of VP9 for WebM, and
    /// otherwise those of H.264.
    package static func rateFactors(of pathExtension: String) -> ClosedRange<Int> {
        0...(pathExtension.lowercased() == "webm" ? 63 : 51)
    }
}
