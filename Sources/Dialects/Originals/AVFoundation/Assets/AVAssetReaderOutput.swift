// SPDX-License-Identifier: Apache-2.0
public import Foundation
internal import Lineament
internal import LineamentVideo

/// Where the frames of a reader are taken from. Use it from one thread at a time.
public class AVAssetReaderOutput: NSObject, @unchecked Sendable {
    // Sound: as in AVFoundation an output is used from one thread at a time.

    /// The track whose frames are read.
    public let track: AVAssetTrack
    /// Whether every frame has memory of its own, to which a program may write. Set it to false to save copies of
    /// frames that are only read. Default: true.
    public var alwaysCopiesSampleData = true
    /// The kind of media.
    public var mediaType: AVMediaType { track.mediaType }

    // These two are guarded by the lock of the reader.
    var isAdded = false
    var hasEnded = false
    private let format: Result<OutputPixelFormat, any Error>
    private var frames: VideoReader?
    private weak var reader: AVAssetReader?
    private var next: VideoFrame?

    init(_ track: AVAssetTrack, settings: [String: Any]?) {
        self.track = track
        format = Result { try OutputPixelFormat(settings: settings, standard: .decoded) }
    }

    func open(for reader: AVAssetReader, _ options: VideoReader.Options) throws {
        guard let asset = track.asset else { return }
        _ = try format.get()
        self.reader = reader
        frames = try VideoReader(asset.source, options: options)
        next = try frames?.next()
    }

    /// Returns the next frame, as stored, with its time; `nil` at the end, or if the reader fails or is canceled.
    public func copyNextSampleBuffer() -> CMSampleBuffer? {
        guard let reader, let frames, reader.status == .reading else {
            // Closes the file, also where the program keeps the output.
            frames = nil
            next = nil
            return nil
        }
        do {
            guard let frame = next else {
                reader.noteEnd(of: self)
                self.frames = nil
                return nil
            }
            // Damage is reported after all earlier frames.
            let following = Result { try frames.next() }
            defer {
                switch following {
                case .success(let frame): next = frame
                case .failure(let error): reader.finish(.failed, error)
                }
            }
            let stored = try frame.pixels.asStored(before: track.facts.orientation)
            let buffer = try format.get().convert(stored, mayShareMemory: !alwaysCopiesSampleData)
            let end = (try? following.get())?.time ?? track.facts.frameRate.map { frame.time + 1 / $0 }
            return CMSampleBuffer(
                frame: buffer, time: CMTime(frame: frame.time),
                duration: end.map { CMTime(frame: $0 - frame.time) } ?? .invalid)
        } catch {
            reader.finish(.failed, error)
            return nil
        }
    }
}

/// Gives the frames of a track in a pixel format.
public final class AVAssetReaderTrackOutput: AVAssetReaderOutput, @unchecked Sendable {
    // Sound: it adds constant settings to its superclass.
    /// The requested settings.
    public let outputSettings: [String: Any]?

    /// Creates an output.
    /// - Parameters:
    ///   - track: The track to read.
    ///   - outputSettings: The pixel format, under `kCVPixelBufferPixelFormatTypeKey`. Without one, frames are decoded
    ///     all the same, to luma and chroma in two planes. Reading does not start with a format that is not supported.
    public init(track: AVAssetTrack, outputSettings: [String: Any]?) {
        self.outputSettings = outputSettings
        super.init(track, settings: outputSettings)
    }
}
