// SPDX-License-Identifier: Apache-2.0
internal import Foundation

/// The people in a video and when they were there, for users at a terminal.
package struct VideoSummary: Sendable {
    private struct Track: Sendable {
        let first: Int
        var last: Int
        var frames: Int
    }

    private let subject: Subject
    private var tracks: [Int: Track] = [:]
    private var frames = 0
    private var framesWithSubjects = 0
    private var mostAtOnce = 0
    private var lastTime = 0
    private var firstTime: Int?

    package init(of subject: Subject) { self.subject = subject }

    /// Adds the next frame.
    /// - Parameters:
    ///   - count: The number of subjects in it.
    ///   - trackIDs: Their tracks.
    ///   - time: The time of the frame, in milliseconds.
    package mutating func add(count: Int, trackIDs: [Int], time: Int) {
        frames += 1
        framesWithSubjects += count > 0 ? 1 : 0
        mostAtOnce = max(mostAtOnce, count)
        lastTime = time
        firstTime = firstTime ?? time
        for id in trackIDs {
            tracks[id, default: Track(first: time, last: time, frames: 0)].last = time
            tracks[id]?.frames += 1
        }
    }

    /// Returns the lines: the video, and each track in the order of appearance.
    package func text(source: String, drawing: String?) -> String {
        let length = Self.clock(lastTime - (firstTime ?? 0))
        let counted =
            tracks.isEmpty
            ? "at most \(subject.counted(mostAtOnce)) at once, in \(framesWithSubjects) of \(frames) frames"
            : subject.counted(tracks.count)
        let target = drawing.map { "  → \($0.onOneLine)" } ?? ""
        let lines = tracks.sorted { ($0.value.first, $0.key) < ($1.value.first, $1.key) }.map { id, track in
            let seen = track.frames.counted("frame")
            return "  #\(id) from \(Self.clock(track.first)) to \(Self.clock(track.last)), \(seen)"
        }
        let first = "\(source.onOneLine)  \(length), \(frames.counted("frame"))  \(counted)\(target)"
        return ([first] + lines).joined(separator: "\n") + "\n"
    }

    private static func clock(_ milliseconds: Int) -> String {
        String(format: "%d:%04.1f", milliseconds / 60_000, Double(milliseconds % 60_000) / 1000)
    }
}
