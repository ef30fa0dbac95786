// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Lineament

/// A pixel format in which frames are delivered.
enum OutputPixelFormat: Sendable {
    /// Packed pixels: for each byte 0 for red, 1 for green, 2 for blue, 3 for an opaque alpha.
    case packed(OSType, order: [Int])
    /// Luma and chroma at half the resolution.
    case planes(PixelFormat)
    /// The decoder's luma and chroma in two planes, in its own range.
    case decoded

    /// The formats, the preferred ones first.
    static let all: [OSType] = [
        kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange,
        kCVPixelFormatType_32BGRA, kCVPixelFormatType_32RGBA, kCVPixelFormatType_32ARGB, kCVPixelFormatType_32ABGR,
        kCVPixelFormatType_24RGB, kCVPixelFormatType_24BGR, kCVPixelFormatType_420YpCbCr8Planar,
        kCVPixelFormatType_420YpCbCr8PlanarFullRange,
    ]

    /// Creates the format with a code, or returns `nil` if frames are not delivered in it.
    init?(_ type: OSType) {
        switch type {
        case kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange: self = .planes(.nv12VideoRange)
        case kCVPixelFormatType_420YpCbCr8BiPlanarFullRange: self = .planes(.nv12FullRange)
        case kCVPixelFormatType_420YpCbCr8Planar: self = .planes(.i420)
        case kCVPixelFormatType_420YpCbCr8PlanarFullRange: self = .planes(.i420FullRange)
        case kCVPixelFormatType_32BGRA: self = .packed(type, order: [2, 1, 0, 3])
        case kCVPixelFormatType_32RGBA: self = .packed(type, order: [0, 1, 2, 3])
        case kCVPixelFormatType_32ARGB: self = .packed(type, order: [3, 0, 1, 2])
        case kCVPixelFormatType_32ABGR: self = .packed(type, order: [3, 2, 1, 0])
        case kCVPixelFormatType_24RGB: self = .packed(type, order: [0, 1, 2])
        case kCVPixelFormatType_24BGR: self = .packed(type, order: [2, 1, 0])
        default: return nil
        }
    }

    /// Creates the format that settings ask for.
    /// - Parameter standard: The format if the settings do not name one.
    /// - Throws: `LineamentError` with code `invalidArgument` if frames are not delivered in it.
    init(settings: [String: Any]?, standard: OutputPixelFormat) throws {
        guard let value = settings?[kCVPixelBufferPixelFormatTypeKey] else {
            self = standard
            return
        }
        let values = value as? [Any] ?? [value]
        let types = values.compactMap { ($0 as? NSNumber).map { OSType(truncatingIfNeeded: $0.int64Value) } }
        guard let format = types.compactMap({ OutputPixelFormat($0) }).first else {
            throw LineamentError(
                .invalidArgument,
                "kCVPixelBufferPixelFormatTypeKey: \(value) is not a supported pixel format. Use "
                    + "kCVPixelFormatType_32BGRA, or another of availableVideoPixelFormatTypes.")
        }
        self = format
    }

    /// Converts a frame.
    /// - Parameters:
    ///   - frame: The frame.
    ///   - orientations: The rotations and mirrorings to apply, one after the other.
    ///   - mayShareMemory: Whether the decoder's own memory may be handed out, which must then not be written to.
    /// - Throws: `LineamentError` if there is not enough memory.
    func convert(
        _ frame: PixelBuffer, orientations: [ImageOrientation] = [], mayShareMemory: Bool
    ) throws -> CVPixelBuffer {
        let orientations = orientations.filter { $0 != .up }
        switch self {
        case .decoded:
            let isFullRange = frame.format == .i420FullRange || frame.format.planeCount == 1
            let format: PixelFormat =
                isFullRange || frame.format == .nv12FullRange ? .nv12FullRange : .nv12VideoRange
            return try Self.planes(format).convert(
                frame, orientations: orientations, mayShareMemory: mayShareMemory)
        case .planes(let format):
            if mayShareMemory, frame.format == format, frame.turn == .none, orientations.isEmpty {
                return try frame.coreVideoBuffer()
            }
            var planes = try FramePlanes(frame)
            for orientation in orientations { try planes.turn(from: orientation) }
            return try planes.pixelBuffer(format).coreVideoBuffer()
        case .packed(let type, let order):
            var rgb = try frame.convertedToRGB()
            for orientation in orientations { rgb = try rgb.upright(from: orientation) }
            guard let buffer = CVPixelBuffer(format: type, width: rgb.width, height: rgb.height),
                let address = CVPixelBufferGetBaseAddress(buffer)
            else { throw LineamentError(.resourceExhausted, "There is not enough memory for a frame.") }
            try rgb.copyPacked(
                order: order, to: address.assumingMemoryBound(to: UInt8.self),
                bytesPerRow: CVPixelBufferGetBytesPerRow(buffer))
            return buffer
        }
    }
}

extension CMSampleBuffer {
    /// Creates the sample of a frame.
    convenience init(frame: CVPixelBuffer?, time: CMTime, duration: CMTime) {
        self.init(
            image: frame, formatDescription: frame.map { CMFormatDescription(imageBuffer: $0) },
            timing: CMSampleTimingInfo(
                duration: duration, presentationTimeStamp: time, decodeTimeStamp: .invalid))
    }
}
