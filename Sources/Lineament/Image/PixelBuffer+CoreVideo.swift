// SPDX-License-Identifier: Apache-2.0
#if STAND_INS
    public import LineamentAppleTypes
#elseif canImport(CoreVideo)
    internal import Foundation
    public import CoreVideo
#endif

#if STAND_INS || canImport(CoreVideo)
    extension PixelBuffer {
        /// Wraps a Core Video buffer without copying; it stays locked for reading as long as this object lives.
        ///
        /// The color matrix is the one attached as `kCVImageBufferYCbCrMatrixKey`, or ITU-R BT.601 if none of
        /// ``ColorMatrix`` is.
        /// - Throws: ``LineamentError`` with code `invalidArgument` if the pixel format is not supported.
        public convenience init(_ buffer: CVPixelBuffer) throws {
            let matrix = ColorMatrix(attachedTo: buffer)
            #if STAND_INS
                if let owner = buffer.owner as? PixelBuffer {
                    self.init(sharing: owner, colorMatrix: matrix)
                    return
                }
            #endif
            guard let format = PixelFormat(coreVideo: CVPixelBufferGetPixelFormatType(buffer)) else {
                throw LineamentError(
                    .invalidArgument,
                    "Unsupported pixel format for CVPixelBuffer. Expected kCVPixelFormatType_32BGRA or "
                        + "kCVPixelFormatType_420YpCbCr8BiPlanar (video or full range).")
            }
            CVPixelBufferLockBaseAddress(buffer, .readOnly)
            let lock = PixelBufferLock(buffer: buffer)
            var planes: [Plane] = []
            if CVPixelBufferIsPlanar(buffer) {
                for index in 0..<CVPixelBufferGetPlaneCount(buffer) {
                    guard let address = CVPixelBufferGetBaseAddressOfPlane(buffer, index) else { continue }
                    let bytesPerRow = CVPixelBufferGetBytesPerRowOfPlane(buffer, index)
                    planes.append(Plane(address: UnsafeRawPointer(address), bytesPerRow: bytesPerRow))
                }
            } else if let address = CVPixelBufferGetBaseAddress(buffer) {
                let bytesPerRow = CVPixelBufferGetBytesPerRow(buffer)
                planes = [Plane(address: UnsafeRawPointer(address), bytesPerRow: bytesPerRow)]
            }
            try self.init(
                unowned: planes, width: CVPixelBufferGetWidth(buffer), height: CVPixelBufferGetHeight(buffer),
                format: format, colorMatrix: matrix ?? .bt601, release: { withExtendedLifetime(lock) {} })
        }

        /// Returns whether a Core Video buffer has one of the pixel formats that ``init(_:)`` wraps.
        package static func supportsFormat(of buffer: CVPixelBuffer) -> Bool {
            PixelFormat(coreVideo: CVPixelBufferGetPixelFormatType(buffer)) != nil
        }
    }

    extension ColorMatrix {
        /// Creates the matrix that a Core Video buffer is labeled with; `nil` if it has no label, or another matrix's.
        fileprivate init?(attachedTo buffer: CVPixelBuffer) {
            let name = CVBufferCopyAttachment(buffer, kCVImageBufferYCbCrMatrixKey, nil) as? String
            guard let matrix = Self.allCases.first(where: { $0.coreVideoName as String == name }) else { return nil }
            self = matrix
        }

        /// Core Video's name for the matrix.
        fileprivate var coreVideoName: CFString {
            switch self {
            case .bt601: kCVImageBufferYCbCrMatrix_ITU_R_601_4
            case .bt709: kCVImageBufferYCbCrMatrix_ITU_R_709_2
            case .bt2020: kCVImageBufferYCbCrMatrix_ITU_R_2020
            }
        }
    }

    extension PixelFormat {
        /// Creates the format that Core Video has a code for; `nil` for codes of other formats.
        fileprivate init?(coreVideo type: OSType) {
            switch type {
            case kCVPixelFormatType_OneComponent8: self = .gray8
            case kCVPixelFormatType_24RGB: self = .rgb8
            case kCVPixelFormatType_32RGBA: self = .rgba8
            case kCVPixelFormatType_32BGRA: self = .bgra8
            case kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange: self = .nv12VideoRange
            case kCVPixelFormatType_420YpCbCr8BiPlanarFullRange: self = .nv12FullRange
            case kCVPixelFormatType_420YpCbCr8Planar: self = .i420
            case kCVPixelFormatType_420YpCbCr8PlanarFullRange: self = .i420FullRange
            default: return nil
            }
        }

        /// Core Video's code for the format.
        fileprivate var coreVideoType: OSType {
            switch self {
            case .gray8: kCVPixelFormatType_OneComponent8
            case .rgb8: kCVPixelFormatType_24RGB
            case .rgba8: kCVPixelFormatType_32RGBA
            case .bgra8: kCVPixelFormatType_32BGRA
            case .nv12VideoRange: kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange
            case .nv12FullRange: kCVPixelFormatType_420YpCbCr8BiPlanarFullRange
            case .i420: kCVPixelFormatType_420YpCbCr8Planar
            case .i420FullRange: kCVPixelFormatType_420YpCbCr8PlanarFullRange
            }
        }
    }

    /// Unlocks a Core Video buffer when it is released.
    private final class PixelBufferLock: @unchecked Sendable {
        // Sound: the buffer is only unlocked, once, in `deinit`.
        let buffer: CVPixelBuffer

        init(buffer: CVPixelBuffer) { self.buffer = buffer }
        deinit { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
    }
#endif

#if STAND_INS
    extension PixelBuffer {
        /// Returns a Core Video buffer of the same memory, or of a converted copy if the pixels are rotated or decoded on
        /// demand. Buffers with chroma planes are labeled with their color matrix.
        /// - Throws: ``LineamentError`` if there is not enough memory for the copy.
        public func coreVideoBuffer() throws -> CVPixelBuffer {
            if levels != nil { return try whole().coreVideoBuffer() }
            guard turn == .none else { return try convertedToRGB().coreVideoBuffer() }
            let buffer = withStoredPlanes { planes in
                CVPixelBuffer(
                    format: format.coreVideoType, width: width, height: height,
                    planes: planes.map { (UnsafeMutableRawPointer(mutating: $0.address), $0.bytesPerRow) }, owner: self)
            }
            if format.planeCount > 1 {
                CVBufferSetAttachment(
                    buffer, kCVImageBufferYCbCrMatrixKey, colorMatrix.coreVideoName, .shouldPropagate)
            }
            return buffer
        }
    }

    extension CMSampleBuffer {
        /// Creates a frame over the memory of a pixel buffer. Lineament extension.
        /// - Parameters:
        ///   - pixelBuffer: The pixels of the frame.
        ///   - presentationTimeInMilliseconds: The time at which the frame is displayed.
        /// - Throws: ``LineamentError`` if there is not enough memory to convert pixels that are rotated when read.
        public convenience init(pixelBuffer: PixelBuffer, presentationTimeInMilliseconds: Int = 0) throws {
            let image = try pixelBuffer.coreVideoBuffer()
            let time = CMTime(value: CMTimeValue(presentationTimeInMilliseconds), timescale: 1000)
            self.init(
                image: image, formatDescription: CMFormatDescription(imageBuffer: image),
                timing: CMSampleTimingInfo(
                    duration: .invalid, presentationTimeStamp: time, decodeTimeStamp: .invalid))
        }
    }
#endif
