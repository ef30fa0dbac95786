internal import LineamentImages
internal import LineamentTasks
internal import Locking

/// The note at the end of a run on images of which only the first picture was read.
enum AnimationNote {
    private static let found = Locked<[(source: String, kind: AnimatedImage)]>([])

    /// The remedy for an animated file.
    static func remedy(for kind: AnimatedImage) -> String {
        // FFmpeg has no reader of animated WebP.
        kind == .webp ? "convert it to a video first." : "add --running-mode video."
    }

    /// Adds an image with more pictures.
    static func add(_ source: String, _ kind: AnimatedImage) { found.withLock { $0.append((source, kind)) } }

    /// Prints the note, if there is something to say.
    static func report() {
        let found = found.withLock { $0 }.sorted { $0.source < $1.source }
        guard let first = found.first else { return }
        let what = found.count == 1 ? "\(first.source) is" : "\(found.count) images are"
        let example = found.count == 1 ? "" : ", such as \(first.source)"
        StandardError.write(
            .note,
            "\(what) animated\(example), and only the first picture was read. For all of them: \(remedy(for: first.kind))"
                .onOneLine)
    }
}
