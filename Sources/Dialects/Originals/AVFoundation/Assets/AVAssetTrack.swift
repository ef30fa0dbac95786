// SPDX-License-Identifier: Apache-2.0
public import Foundation
internal import Lineament
internal import LineamentVideo

/// A file's description of its video.
struct VideoTrackFacts: Sendable {
    let width: Int
    let height: Int
    let frameRate: Double?
    let duration: CMTime
    let orientation: ImageOrientation

    init(_ reader: VideoReader) {
        orientation = reader.orientation
        (width, height) = orientation.swapsSides ? (reader.height, reader.width) : (reader.width, reader.height)
        frameRate = reader.frameRate
        duration = reader.duration.map { CMTime(seconds: $0, preferredTimescale: CMTime.videoTimescale) } ?? .indefinite
    }
}

extension CMTime {
    /// The number of units per second of the times of frames. Multiples of all usual frame durations can be written in
    /// it.
    static let videoTimescale: CMTimeScale = 90_000

    /// Creates the time of a frame, in seconds.
    init(frame seconds: Double) { self.init(seconds: seconds, preferredTimescale: Self.videoTimescale) }
}

/// The number of a track.
public typealias CMPersistentTrackID = Int32

/// The video of an asset.
public final class AVAssetTrack: NSObject, @unchecked Sendable {
    // Sound: all properties are constant.

    /// The asset that the track is a part of.
    public let asset: AVAsset?
    /// The number of the track, 1.
    public let trackID: CMPersistentTrackID = 1
    /// The kind of media.
    public let mediaType = AVMediaType.video
    /// The size of the frames as stored, in pixels.
    public let naturalSize: CGSize
    /// The average number of frames per second; 0 if not known.
    public let nominalFrameRate: Float
    /// The transform that makes the frames upright, in pixels from the upper left corner. Readers deliver frames as
    /// stored; apply it to them, or to the points that are found in them.
    public let preferredTransform: CGAffineTransform
    /// The time from the first to the end of the last frame.
    public let timeRange: CMTimeRange
    /// The average time between two frames; invalid if not known.
    public let minFrameDuration: CMTime
    /// Whether the track is shown.
    public let isEnabled = true

    let facts: VideoTrackFacts

    init(_ asset: AVAsset, _ facts: VideoTrackFacts) {
        self.asset = asset
        self.facts = facts
        naturalSize = CGSize(width: facts.width, height: facts.height)
        nominalFrameRate = Float(facts.frameRate ?? 0)
        timeRange = CMTimeRange(start: .zero, duration: facts.duration)
        minFrameDuration = facts.frameRate.map { CMTime(frame: 1 / $0) } ?? .invalid
        preferredTransform = CGAffineTransform(facts.orientation, of: naturalSize)
    }

    /// Returns whether the track is of a kind of media.
    public func hasMediaCharacteristic(_ mediaCharacteristic: AVMediaCharacteristic) -> Bool {
        mediaCharacteristic == .visual
    }

    /// Returns properties of the track, such as `.naturalSize`, one or several at once.
    public func load<each Value: Sendable>(
        _ property: repeat AVAsyncProperty<AVAssetTrack, each Value>
    ) async throws -> (repeat each Value) {
        (repeat try (each property).read(self))
    }
}

extension CGAffineTransform {
    /// Creates the transform that makes an image of a size upright.
    fileprivate init(_ orientation: ImageOrientation, of size: CGSize) {
        let axes = orientation.axes
        func shift(_ right: Double, _ down: Double) -> Double {
            (right < 0 ? size.width : 0) + (down < 0 ? size.height : 0)
        }
        self.init(
            a: axes.right.x, b: axes.right.y, c: axes.down.x, d: axes.down.y, tx: shift(axes.right.x, axes.down.x),
            ty: shift(axes.right.y, axes.down.y))
    }
}

/// A way in which a track is perceived, such as by the eye or the ear.
public struct AVMediaCharacteristic: RawRepresentable, Sendable, Hashable {
    /// The name of the characteristic.
    public let rawValue: String

    /// Creates a characteristic from its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Media that are seen.
    public static let visual = AVMediaCharacteristic(rawValue: "AVMediaCharacteristicVisual")
    /// Media that are heard.
    public static let audible = AVMediaCharacteristic(rawValue: "AVMediaCharacteristicAudible")
}

extension AVAsyncProperty where Root == AVAssetTrack, Value == CGSize {
    /// The size of the frames as stored, in pixels.
    public static var naturalSize: AVAsyncProperty<AVAssetTrack, CGSize> { AVAsyncProperty { $0.naturalSize } }
}

extension AVAsyncProperty where Root == AVAssetTrack, Value == Float {
    /// The average number of frames per second; 0 if not known.
    public static var nominalFrameRate: AVAsyncProperty<AVAssetTrack, Float> {
        AVAsyncProperty { $0.nominalFrameRate }
    }
}

extension AVAsyncProperty where Root == AVAssetTrack, Value == CGAffineTransform {
    /// The transform that makes the frames upright.
    public static var preferredTransform: AVAsyncProperty<AVAssetTrack, CGAffineTransform> {
        AVAsyncProperty { $0.preferredTransform }
    }
}

extension AVAsyncProperty where Root == AVAssetTrack, Value == CMTimeRange {
    /// The time from the first to the end of the last frame.
    public static var timeRange: AVAsyncProperty<AVAssetTrack, CMTimeRange> { AVAsyncProperty { $0.timeRange } }
}

extension AVAsyncProperty where Root == AVAssetTrack, Value == CMTime {
    /// The average time between two frames; invalid if not known.
    public static var minFrameDuration: AVAsyncProperty<AVAssetTrack, CMTime> {
        AVAsyncProperty { $0.minFrameDuration }
    }
}
