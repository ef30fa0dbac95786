// SPDX-License-Identifier: Apache-2.0
public import Foundation
internal import Lineament
internal import LineamentVideo
internal import Synchronization

/// A video file, or a video on a server.
///
/// The file is opened when something about it is first asked for.
public class AVAsset: NSObject, @unchecked Sendable {
    // Sound: the location is constant and what is known is guarded.

    let location: URL
    private let known = Mutex<Result<VideoTrackFacts, any Error>?>(nil)

    /// Creates an asset from the location of a file, or an `http`, `https`, `rtsp` or `rtsps` address.
    public init(url URL: URL) { location = URL }

    /// Where the asset's frames come from.
    var source: VideoSource {
        location.isFileURL ? .file(location.path) : .address(location.absoluteString)
    }

    /// The file's description of its video.
    /// - Throws: `LineamentError` that names the file.
    func facts() throws -> VideoTrackFacts {
        try known.withLock { known in
            let result = known ?? Result { try VideoTrackFacts(VideoReader(source, options: VideoReader.Options())) }
            known = result
            return try result.get()
        }
    }

    /// The duration; indefinite for a live stream, 0 if the file cannot be read.
    public var duration: CMTime { (try? facts().duration) ?? .zero }

    /// The video track; empty if the file cannot be read or has none. Audio is not listed, as nothing reads it.
    public var tracks: [AVAssetTrack] { (try? facts()).map { [AVAssetTrack(self, $0)] } ?? [] }

    /// Returns the tracks of a kind of media, of which only video is listed.
    public func tracks(withMediaType mediaType: AVMediaType) -> [AVAssetTrack] {
        tracks.filter { $0.mediaType == mediaType }
    }

    /// Whether frames can be read.
    public var isReadable: Bool { !tracks.isEmpty }

    /// Returns the tracks of a kind of media, of which only video is listed.
    /// - Throws: `LineamentError` that names the file if it cannot be read.
    public func loadTracks(withMediaType mediaType: AVMediaType) async throws -> [AVAssetTrack] {
        try await load(.tracks).filter { $0.mediaType == mediaType }
    }

    /// Returns properties of the file, such as `.duration`, one or several at once.
    /// - Throws: `LineamentError` that names the file if it cannot be read.
    public func load<each Value: Sendable>(
        _ property: repeat AVAsyncProperty<AVAsset, each Value>
    ) async throws -> (repeat each Value) {
        // Each property has the error of its own: `isReadable` is false where others throw.
        _ = try? await inBackground { try self.facts() }
        return (repeat try (each property).read(self))
    }
}

extension AVAsyncProperty where Root == AVAsset, Value == CMTime {
    /// The duration; indefinite for a live stream.
    public static var duration: AVAsyncProperty<AVAsset, CMTime> { AVAsyncProperty { try $0.facts().duration } }
}

extension AVAsyncProperty where Root == AVAsset, Value == [AVAssetTrack] {
    /// The video track.
    public static var tracks: AVAsyncProperty<AVAsset, [AVAssetTrack]> {
        AVAsyncProperty { [AVAssetTrack($0, try $0.facts())] }
    }
}

extension AVAsyncProperty where Root == AVAsset, Value == Bool {
    /// Whether frames can be read.
    public static var isReadable: AVAsyncProperty<AVAsset, Bool> { AVAsyncProperty { $0.isReadable } }
}

/// A video file, or a video on a server, of which the location is known.
public final class AVURLAsset: AVAsset, @unchecked Sendable {
    // Sound: it adds no state to its superclass.
    /// The location.
    public var url: URL { location }

    /// Creates an asset from the location of a file, or an `http`, `https`, `rtsp` or `rtsps` address.
    public override init(url URL: URL) { super.init(url: URL) }

    /// Creates an asset from its location.
    /// - Parameters:
    ///   - URL: The location of a file, or an `http`, `https`, `rtsp` or `rtsps` address.
    ///   - options: Has no effect: durations and times are always as precise as the file allows.
    public convenience init(url URL: URL, options: [String: Any]?) { self.init(url: URL) }
}

/// The option that asks for a precise duration, which is the only one there is.
public let AVURLAssetPreferPreciseDurationAndTimingKey = "AVURLAssetPreferPreciseDurationAndTimingKey"
