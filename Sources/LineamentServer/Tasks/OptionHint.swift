// SPDX-License-Identifier: Apache-2.0

/// Advice for parameters that requests do not have, as they are set elsewhere.
enum OptionHint {
    /// The advice for words that other doors have as options.
    private static let remedies: [(words: Set<String>, remedy: String)] = [
        (
            ["format", "output", "accept", "annotate", "annotated", "draw", "csv", "json"],
            "The header Accept says what the answer is, such as Accept: text/csv, or image/png for a drawing."
        ),
        (
            ["runningmode", "mode", "type", "contenttype"],
            "The header Content-Type says what the body is, such as Content-Type: video/mp4."
        ),
        (
            ["delegate", "gpu", "halfprecision", "threads", "numthreads", "jobs", "timeout", "maxpixels", "maxmemory"],
            "It is an option of the server: see lineament serve --help."
        ),
        (
            ["model", "modelassetpath", "modelpath", "modelassetbuffer"],
            "The models are those that are installed where the server runs."
        ),
        (
            ["rotation", "rotationdegrees", "orientation"],
            "EXIF orientation is applied. Rotate the pixels before sending them."
        ),
    ]

    /// Returns the remedy for a name in any spelling; `nil` if nothing is known of it.
    static func remedy(for name: String) -> String? {
        let word = name.lowercased().filter { $0.isLetter }
        return remedies.first { $0.words.contains(word) }?.remedy
    }
}
