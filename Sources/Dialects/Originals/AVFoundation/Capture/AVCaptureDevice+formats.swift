// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import LineamentVideo

/// The frame rates of a camera's format.
public final class AVFrameRateRange: NSObject, Sendable {
    /// The lowest rate, in frames per second.
    public let minFrameRate: Double
    /// The highest rate, in frames per second.
    public let maxFrameRate: Double
    /// The shortest time between frames.
    public var minFrameDuration: CMTime { CMTime(frame: 1 / maxFrameRate) }
    /// The longest time between frames.
    public var maxFrameDuration: CMTime { CMTime(frame: 1 / minFrameRate) }

    init(rate: Double) {
        minFrameRate = rate
        maxFrameRate = rate
    }
}

extension AVCaptureDevice {
    /// The size and pixel format of a camera's frames.
    public final class Format: Sendable, Hashable {
        /// The size and the pixel format.
        public let formatDescription: CMFormatDescription
        /// The frame rates, of which there is one.
        public let videoSupportedFrameRateRanges: [AVFrameRateRange]
        /// The kind of media, which is video.
        public var mediaType: AVMediaType { .video }

        init(_ description: CMFormatDescription, rate: Double) {
            formatDescription = description
            videoSupportedFrameRateRanges = [AVFrameRateRange(rate: rate)]
        }

        /// Returns whether two formats are the same.
        public static func == (first: Format, second: Format) -> Bool {
            first.formatDescription == second.formatDescription
        }

        /// Feeds the size and the pixel format into `hasher`.
        public func hash(into hasher: inout Hasher) { hasher.combine(formatDescription) }
    }

    /// The formats: the source's own size and rate, in luma and chroma of either range. The first use opens the source
    /// for a moment; there are none if it cannot be opened.
    public var formats: [Format] { facts.formats }

    /// The format in use. To set it has no effect on the frames, whose size and rate are the source's and whose pixel
    /// format is the output's.
    public var activeFormat: Format {
        get { facts.active }
        set {
            var facts = facts
            guard facts.formats.contains(newValue) else { return }
            facts.active = newValue
            FormatStore.shared.set(facts, of: address)
        }
    }

    /// The shortest time between frames, which is the source's; to set it has no effect.
    public var activeVideoMinFrameDuration: CMTime {
        get { facts.active.videoSupportedFrameRateRanges.first?.minFrameDuration ?? .invalid }
        set {}
    }

    /// The longest time between frames, which is the source's; to set it has no effect.
    public var activeVideoMaxFrameDuration: CMTime {
        get { facts.active.videoSupportedFrameRateRanges.first?.maxFrameDuration ?? .invalid }
        set {}
    }

    private var facts: FormatStore.Facts {
        if let known = FormatStore.shared.facts(of: address) { return known }
        let reader = try? VideoReader(source, options: VideoReader.Options())
        let size = CMVideoDimensions(width: Int32(reader?.width ?? 0), height: Int32(reader?.height ?? 0))
        let types = [kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange]
        let formats = types.map { type in
            Format(CMFormatDescription(mediaSubType: type, dimensions: size), rate: reader?.frameRate ?? 30)
        }
        guard reader != nil else { return FormatStore.Facts(formats: [], active: formats[0]) }
        let facts = FormatStore.Facts(formats: formats, active: formats[0])
        FormatStore.shared.set(facts, of: address)
        return facts
    }
}

/// The known formats of cameras, as devices of the same address share them.
private final class FormatStore: @unchecked Sendable {
    // Sound: the dictionary is only touched under the lock.

    struct Facts {
        let formats: [AVCaptureDevice.Format]
        var active: AVCaptureDevice.Format
    }

    static let shared = FormatStore()
    private let lock = NSLock()
    private var known: [String: Facts] = [:]

    func facts(of address: String) -> Facts? { lock.withLock { known[address] } }

    func set(_ facts: Facts, of address: String) { lock.withLock { known[address] = facts } }
}
