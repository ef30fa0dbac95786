// SPDX-License-Identifier: Apache-2.0
extension VideoWriter {
    /// Returns the constant rate factors that videos with a file name extension may have: those of VP9 for WebM, and
    /// otherwise those of H.264.
    package static func rateFactors(of pathExtension: String) -> ClosedRange<Int> {
        0...(pathExtension.lowercased() == "webm" ? 63 : 51)
    }

    /// Returns the constant rate factor of videos for which none is chosen, about as good for VP9 as for H.264.
    package static func usualRateFactor(isWebM: Bool) -> Int { isWebM ? 32 : 20 }
}
