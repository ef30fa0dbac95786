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
    func pixels() throws -> PixelBuffer { try PixelBuffer(self) }
}

extension CMSampleBuffer {
    func pixels() throws -> PixelBuffer { try MPImage(sampleBuffer: self).pixels }
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
