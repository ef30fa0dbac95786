// The pixels of each kind of image that requests accept: Apple's types where available, otherwise their replacements.

internal import Lineament

#if canImport(CoreImage)
    internal import CoreImage
#endif
#if canImport(CoreMedia)
    internal import CoreMedia
#endif
#if canImport(CoreML)
    internal import CoreML
#endif

extension CGImage {
    func pixels() throws -> PixelBuffer {
        #if canImport(CoreGraphics)
            try PixelBuffer(self)
        #else
            pixelBuffer
        #endif
    }
}

extension CIImage {
    func pixels() throws -> PixelBuffer {
        #if canImport(CoreImage)
            guard !extent.isInfinite, let drawn = CIContext().createCGImage(self, from: extent) else {
                throw LineamentError(.invalidArgument, "The CIImage cannot be rendered: its extent must be finite.")
            }
            return try PixelBuffer(drawn)
        #else
            return pixelBuffer
        #endif
    }
}

extension CVPixelBuffer {
    func pixels() throws -> PixelBuffer {
        #if canImport(CoreVideo)
            try PixelBuffer(self)
        #else
            self
        #endif
    }
}

extension CMSampleBuffer {
    func pixels() throws -> PixelBuffer { try MPImage(sampleBuffer: self).pixels }
}

extension MLComputeDevice {
    /// The devices that the models run on.
    static var processors: [MLComputeDevice] {
        #if canImport(CoreML)
            allComputeDevices.filter { if case .cpu = $0 { true } else { false } }
        #else
            [.cpu]
        #endif
    }
}
