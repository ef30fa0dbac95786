// SPDX-License-Identifier: Apache-2.0
internal import CLineament
internal import Lineament
internal import LineamentTools

extension Settings {
    /// Creates settings of redactions from C's structure.
    /// - Throws: `LineamentError` with code `invalidArgument` if an option is out of its range.
    convenience init(_ source: LineamentRedactorOptions) throws {
        self.init(.redact)
        try set("what", to: choice(Int(source.subject), of: RedactorOptions.Subject.words, "subject"))
        try set("how", to: choice(Int(source.method), of: RedactionMethod.words, "method"))
        if let stamp = source.stamp { try set("how", to: taskImage(of: stamp).pixels.packed()) }
        try set("min_detection_confidence", to: "\(source.min_confidence)", shownAs: "min_confidence")
        try set("keep", to: source.keep)
        try set("review", to: "\(source.review)")
        try set("verify", to: "\(source.verify)")
        try set(threads: source.threads, delegate: source.delegate, allowsHalfPrecision: source.half_precision)
    }

    /// Creates settings for one image or video from C's structure.
    /// - Throws: `LineamentError` with code `invalidArgument` if a text has another form.
    convenience init(_ input: LineamentRedactorInput) throws {
        self.init(.redact)
        for (name, text) in [("areas", input.areas), ("cover", input.cover), ("uncover", input.uncover)] {
            if let text { try set(name, to: String(utf8: text, name)) }
        }
        if input.thumbnails { try set("thumbnails", to: "true") }
    }
}

extension LineamentRedactorOptions {
    /// The words for whose face stays visible.
    /// - Throws: `LineamentError` with code `invalidArgument` if two choices exclude each other.
    fileprivate var keep: String {
        get throws {
            guard keep_tracks_count >= 0 else {
                throw LineamentError(
                    .invalidArgument, "keep_tracks_count must not be negative, but it is \(keep_tracks_count).")
            }
            guard keep_tracks_count > 0 else { return keep_largest ? "largest" : "nobody" }
            guard !keep_largest else {
                throw LineamentError(.invalidArgument, "keep is the largest face, or tracks, not both.")
            }
            let tracks = try required(keep_tracks, "keep_tracks")
            return (0..<Int(keep_tracks_count)).map { "\(tracks[$0])" }.joined(separator: ",")
        }
    }
}
