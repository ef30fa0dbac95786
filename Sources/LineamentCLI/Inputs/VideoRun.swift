internal import Foundation
internal import Lineament
internal import LineamentMedia

/// Works on the frames of one video, in order, and hands each result over as it is made.
struct VideoRun {
    let input: MediaInput
    let options: VideoReader.Options
    let readsAhead: Bool

    /// - Parameters:
    ///   - work: what is done with a frame; gives its line of text.
    ///   - prepare: called once the video is open.
    /// - Throws: ``LineamentError`` where the video is damaged, after all frames before.
    func run(
        progress: VideoProgress?, prepare: (VideoReader) throws -> Void, work: (VideoFrame) throws -> Void
    ) throws {
        guard case .video(let place) = input.origin else { return }
        let reader = try VideoReader(place, options: options)
        try prepare(reader)
        let length = options.duration ?? reader.duration.map { $0 - options.start }
        // Sound is copied from the reader between its frames, so then nobody may read ahead.
        let ahead = readsAhead ? ReadAhead(reader) : nil
        defer { ahead?.stop() }
        func next() throws -> VideoFrame? {
            if let ahead { return try ahead.next() }
            return try reader.next()
        }
        while !Interruption.isRequested, let frame = try next() {
            try work(frame)
            progress?.update(time: frame.time - options.start, of: length)
        }
    }
}
