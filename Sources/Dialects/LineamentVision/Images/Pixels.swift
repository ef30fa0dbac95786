// SPDX-License-Identifier: Apache-2.0

// The pixels of each kind of image that requests accept: Apple's types or their stand-ins.

internal import Lineament

#if STAND_INS
    internal import LineamentAppleTypes
#else
    #if canImport(CoreImage)
        internal import CoreImage
    #endif
    #if canImport(CoreMedia)
        internal import CoreMedia
    #endif
    #if canImport(CoreML)
        internal import CoreML
    #endif
#endif

extension CGImage {
    func pixels() throws -> PixelBuffer { try PixelBuffer(self) }
}

extension CIImage {
    func pixels() throws -> PixelBuffer {
        #if STAND_INS
            return try PixelBuffer(self)
        #else
            guard !extent.isInfinite, let drawn = CIContext().createCGImage(self, from: extent) else {
                throw LineamentError(.invalidArgument, "The CIImage cannot be rendered: its extent must be finite.")
            }
            return try PixelBuffer(drawn)
        #endif
    }
}

extension CVPixelBuffer {
    /// Returns the pixels. Formats that the models do not sample are converted by Core Image.
    /// - Throws: ``VisionError/invalidFormat(_:)`` if Core Image does not read the format either.
    func pixels() throws -> PixelBuffer {
        if PixelBuffer.supportsFormat(of: self) { return try PixelBuffer(self) }
        do {
            return try CIImage(cvPixelBuffer: self).pixels()
        } catch let error as LineamentError where error.code == .invalidArgument {
            let format = String(CVPixelBufferGetPixelFormatType(self), radix: 16)
            throw VisionError.invalidFormat(
                "Pixel buffers of format 0x\(format) cannot be read. Use kCVPixelFormatType_32BGRA or "
                    + "kCVPixelFormatType_420YpCbCr8BiPlanar (video or full range).")
        }
    }
}

extension CMSampleBuffer {
    func pixels() throws -> PixelBuffer {
        guard CMSampleBufferIsValid(self), let buffer = CMSampleBufferGetImageBuffer(self) else {
            // This says what the sample lacks.
            return try MPImage(sampleBuffer: self).pixels
        }
        return try buffer.pixels()
    }
}

extension MLComputeDevice {
    /// The devices that the models run on.
    static var processors: [MLComputeDevice] {
        #if STAND_INS
            [.cpu]
        #else
            allComputeDevices.filter { if case .cpu = $0 { true } else { false } }
        #endif
    }
}
