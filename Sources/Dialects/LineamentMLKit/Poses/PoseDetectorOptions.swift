// SPDX-License-Identifier: Apache-2.0

/// The kind of images that a ``PoseDetector`` is given.
public struct PoseDetectorMode: RawRepresentable, Sendable, Hashable {
    /// The number of the mode.
    public let rawValue: Int

    /// Creates a mode from its number.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Frames of one video: the person of the last frame is followed without another search, and landmarks are
    /// smoothed.
    public static let stream = PoseDetectorMode(rawValue: 1)
    /// Images that have nothing to do with each other.
    public static let singleImage = PoseDetectorMode(rawValue: 2)
}

/// The options that all pose detectors have in common.
public class CommonPoseDetectorOptions {
    /// The kind of images that the detector is given. Default: `.stream`.
    public var detectorMode = PoseDetectorMode.stream

    init() {}
}

/// Options of a ``PoseDetector``.
public final class PoseDetectorOptions: CommonPoseDetectorOptions {
    /// Creates the default options.
    public override init() {}
}

/// Options of a ``PoseDetector``, under the name of ML Kit's more accurate detector.
///
/// Results equal those of ``PoseDetectorOptions``: both use the installed model, which is MediaPipe's `full` unless you
/// installed another.
public final class AccuratePoseDetectorOptions: CommonPoseDetectorOptions {
    /// Creates the default options.
    public override init() {}
}
