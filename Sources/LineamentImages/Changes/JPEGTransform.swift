// SPDX-License-Identifier: Apache-2.0
internal import CLineamentTurboJPEG
internal import Foundation
internal import Lineament

/// libjpeg-turbo's lossless transform, which copies the coefficients of a JPEG file.
final class JPEGTransform {
    private let library: LineamentTurboJPEG
    private let handle: tjhandle

    /// - Throws: `LineamentError` with code `notFound` if libjpeg-turbo is not installed.
    init() throws {
        library = try TurboJPEG.library()
        guard let handle = library.tjInitTransform() else {
            throw LineamentError(.internal, "libjpeg-turbo could not be initialized.")
        }
        self.handle = handle
    }

    deinit { _ = library.tjDestroy(handle) }

    /// Returns the color space of a file; `nil` if it is damaged, or has another one.
    func color(of file: UnsafeRawBufferPointer) -> JPEGColor? {
        var width: Int32 = 0
        var height: Int32 = 0
        var subsampling: Int32 = 0
        var colorspace: Int32 = 0
        let start = file.bindMemory(to: UInt8.self).baseAddress
        let status = library.tjDecompressHeader3(
            handle, start, UInt(file.count), &width, &height, &subsampling, &colorspace)
        return status == 0 ? JPEGColor(colorspace: colorspace) : nil
    }

    /// Returns a copy without metadata in which blocks have other coefficients; `nil` if the file is damaged.
    func copy(of file: UnsafeRawBufferPointer, isProgressive: Bool, with blocks: ChangedBlocks) -> Data? {
        var blocks = blocks
        return withUnsafeMutablePointer(to: &blocks) { blocks in
            var transform = tjtransform()
            transform.options = TJXOPT_COPYNONE | (isProgressive ? TJXOPT_PROGRESSIVE : 0)
            transform.data = UnsafeMutableRawPointer(blocks)
            transform.customFilter = { coefficients, array, plane, component, _, transform in
                // The last rows may be filled up to those that are stored together.
                guard array.y < plane.h, let blocks = transform.pointee.data else { return 0 }
                let side = JPEGFrame.blockSide
                blocks.assumingMemoryBound(to: ChangedBlocks.self).pointee.replace(
                    coefficients, row: Int(array.y) / side, count: Int(array.w) / side, component: Int(component))
                return 0
            }
            var copy: UnsafeMutablePointer<UInt8>?
            var size: UInt = 0
            defer { library.tjFree(copy) }
            let start = file.bindMemory(to: UInt8.self).baseAddress
            let status = library.tjTransform(
                handle, start, UInt(file.count), 1, &copy, &size, &transform, TJFLAG_LIMITSCANS)
            guard status == 0, let copy else { return nil }
            return Data(bytes: copy, count: Int(size))
        }
    }
}
