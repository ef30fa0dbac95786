// SPDX-License-Identifier: Apache-2.0
internal import Lineament
internal import LineamentVideo

/// Gives the frames of a video that are shown at given times. Times that ascend are read in one go. Not thread-safe.
final class FrameSeeker {
    private let source: VideoSource
    private var reader: VideoReader?
    private var current: VideoFrame?
    private var next: VideoFrame?

    /// The difference, in seconds, below which times are equal.
    private static let tolerance = 0.0005
    /// How long before a time reading begins, in seconds, so that the frame shown then is among those read.
    private static let lead = 1.0
    /// How far ahead frames are read instead of sought, in seconds.
    private static let maxForwardRead = 3.0

    init(_ source: VideoSource) { self.source = source }

    /// The orientation of the frames as stored.
    var orientation: ImageOrientation { reader?.orientation ?? .up }

    /// Returns the frame that is shown at a time and the time at which it is replaced, or the first frame if the time
    /// is before it. The second is `nil` for the last frame.
    /// - Throws: `LineamentError` that names the file; after an error the file is opened again.
    func frame(at time: Double) throws -> (frame: VideoFrame, end: Double?)? {
        do {
            let isNear = current.map { (0..<Self.maxForwardRead).contains(time - $0.time + Self.tolerance) } ?? false
            if !isNear || reader == nil { try open(at: max(0, time - Self.lead)) }
            try advance(to: time)
            if current == nil || (current?.time ?? 0) > time + Self.tolerance { try startOver(to: time) }
            guard let current else { return nil }
            return (current, next?.time)
        } catch {
            reader = nil
            throw error
        }
    }

    private func startOver(to time: Double) throws {
        // No frame in the second before: the frame shown is older, or the time is before or after all frames.
        try open(at: 0)
        try advance(to: time)
    }

    private func open(at start: Double) throws {
        var options = VideoReader.Options()
        options.start = start
        current = nil
        next = nil
        reader = nil
        reader = try VideoReader(source, options: options)
        next = try reader?.next()
    }

    /// Reads on until the frame after the one shown at `time`. The first frame counts even if it comes later.
    private func advance(to time: Double) throws {
        while let following = next, current == nil || following.time <= time + Self.tolerance {
            current = following
            next = try reader?.next()
        }
    }
}
