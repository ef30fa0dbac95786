// SPDX-License-Identifier: Apache-2.0
public import Foundation
internal import Lineament
internal import LineamentVideo
internal import Synchronization

/// Makes still images of the frames of a video.
///
/// The image is always the one that is shown at the time asked for, which every tolerance allows.
public final class AVAssetImageGenerator: NSObject, @unchecked Sendable {
    // Sound: the settings are guarded, and the seeker is only used with the lock held.

    /// How the making of an image ended.
    public enum Result: Int, Sendable {
        case succeeded = 0
        case failed = 1
        case cancelled = 2
    }

    /// The video.
    public let asset: AVAsset
    private let settings = Mutex(Settings())
    private let queue = DispatchQueue(label: "lineament.images", qos: .userInitiated)
    private let lock = NSLock()
    private let seeker: FrameSeeker
    private let cancellations = Atomic<Int>(0)

    private struct Settings {
        var appliesTransform = false
        var before = CMTime.positiveInfinity
        var after = CMTime.positiveInfinity
        var maximumSize = CGSize.zero
    }

    /// Creates a generator of images of a video.
    public init(asset: AVAsset) {
        self.asset = asset
        seeker = FrameSeeker(asset.source)
    }

    /// Whether images are made upright as the file says; otherwise they are as stored. Default: false.
    public var appliesPreferredTrackTransform: Bool {
        get { settings.withLock { $0.appliesTransform } }
        set { settings.withLock { $0.appliesTransform = newValue } }
    }

    /// How long before the time asked for the frame may have begun, if none is shown at that time. Default: infinite.
    public var requestedTimeToleranceBefore: CMTime {
        get { settings.withLock { $0.before } }
        set { settings.withLock { $0.before = newValue } }
    }

    /// How long after the time asked for the frame may begin, if none is shown at that time. Default: infinite.
    public var requestedTimeToleranceAfter: CMTime {
        get { settings.withLock { $0.after } }
        set { settings.withLock { $0.after = newValue } }
    }

    /// The size that images are reduced to fit into, in pixels; a side of 0 does not count. Default: zero.
    public var maximumSize: CGSize {
        get { settings.withLock { $0.maximumSize } }
        set { settings.withLock { $0.maximumSize = newValue } }
    }

    /// Returns the image that is shown at a time.
    /// - Parameters:
    ///   - requestedTime: The time since the first frame.
    ///   - actualTime: Receives the time at which the image begins to be shown.
    /// - Throws: `LineamentError` that names the file: `outOfRange` if there is no frame at the time or within the
    ///   tolerances.
    public func copyCGImage(at requestedTime: CMTime, actualTime: UnsafeMutablePointer<CMTime>?) throws -> CGImage {
        let made = try make(at: requestedTime)
        actualTime?.pointee = made.actualTime
        return made.image
    }

    /// Returns the image that is shown at a time, and when it begins to be shown.
    /// - Throws: As ``copyCGImage(at:actualTime:)``, and `CancellationError` if all generation was canceled.
    public func image(at time: CMTime) async throws -> (image: CGImage, actualTime: CMTime) {
        let run = cancellations.load(ordering: .relaxed)
        return try await withCheckedThrowingContinuation { continuation in
            queue.async { [self] in
                continuation.resume(
                    with: Swift.Result {
                        guard run == cancellations.load(ordering: .relaxed) else { throw CancellationError() }
                        return try make(at: time)
                    })
            }
        }
    }

    /// Makes the image that is shown at a time and calls `handler` with it and the time at which it begins to be shown,
    /// or with an error.
    public func generateCGImageAsynchronously(
        for requestedTime: CMTime,
        completionHandler handler: @escaping @Sendable (CGImage?, CMTime, (any Error)?) -> Void
    ) {
        generate([requestedTime]) { _, image, actualTime, _, error in handler(image, actualTime, error) }
    }

    /// Makes the images that are shown at several times and calls `handler` for each: with the time asked for, the
    /// image, the time at which it begins to be shown, how it ended and the error.
    /// - Parameters:
    ///   - requestedTimes: The times, as `NSValue(time:)`.
    ///   - handler: Called once for each time, in order, on a queue of the generator's.
    public func generateCGImagesAsynchronously(
        forTimes requestedTimes: [NSValue],
        completionHandler handler: @escaping @Sendable (CMTime, CGImage?, CMTime, Result, (any Error)?) -> Void
    ) {
        generate(requestedTimes.map(\.timeValue), handler)
    }

    /// Ends the making of all images that were asked for before.
    public func cancelAllCGImageGeneration() { cancellations.add(1, ordering: .relaxed) }

    func generate(
        _ times: [CMTime], _ handler: @escaping @Sendable (CMTime, CGImage?, CMTime, Result, (any Error)?) -> Void
    ) {
        let run = cancellations.load(ordering: .relaxed)
        for time in times {
            queue.async { [self] in
                guard run == cancellations.load(ordering: .relaxed) else {
                    return handler(time, nil, .invalid, .cancelled, CancellationError())
                }
                do {
                    let made = try make(at: time)
                    handler(time, made.image, made.actualTime, .succeeded, nil)
                } catch {
                    handler(time, nil, .invalid, .failed, error)
                }
            }
        }
    }

    private func make(at time: CMTime) throws -> (image: CGImage, actualTime: CMTime) {
        let settings = settings.withLock { $0 }
        let name = asset.source.name
        guard time.isNumeric else {
            throw LineamentError(.invalidArgument, "\(name): \(time) is not a valid time for a frame.")
        }
        let seconds = time.seconds
        let rate = try asset.facts().frameRate ?? 30
        lock.lock()
        defer { lock.unlock() }
        guard let (frame, end) = try seeker.frame(at: seconds) else {
            throw LineamentError(.outOfRange, "\(name) has no frames.")
        }
        let late = seconds - (end ?? frame.time + 1.5 / rate)
        guard late <= max(0, settings.before.seconds), frame.time - seconds <= max(0.001, settings.after.seconds) else {
            throw LineamentError(.outOfRange, "\(name) shows no frame at \(seconds) s, nor within the tolerances.")
        }
        let oriented = settings.appliesTransform ? frame.pixels : try frame.pixels.asStored(before: seeker.orientation)
        let pixels = try oriented.convertedToRGB().reduced(toFit: settings.maximumSize)
        return (CGImage(pixelBuffer: pixels), CMTime(frame: frame.time))
    }
}

extension PixelBuffer {
    /// Returns the image, reduced if it does not fit into a size.
    fileprivate func reduced(toFit size: CGSize) throws -> PixelBuffer {
        let across = size.width > 0 ? size.width / CGFloat(width) : 1
        let down = size.height > 0 ? size.height / CGFloat(height) : 1
        let scale = min(across, down)
        guard scale < 1 else { return self }
        return try reduced(
            width: max(1, Int((CGFloat(width) * scale).rounded())),
            height: max(1, Int((CGFloat(height) * scale).rounded())))
    }
}
