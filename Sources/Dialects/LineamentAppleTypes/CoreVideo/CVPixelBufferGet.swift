// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// Makes the pixels of a buffer accessible until it is unlocked. They always are, so this succeeds at once.
@discardableResult
public func CVPixelBufferLockBaseAddress(_ pixelBuffer: CVPixelBuffer, _ lockFlags: CVPixelBufferLockFlags) -> CVReturn
{
    kCVReturnSuccess
}

/// Ends the access to the pixels of a buffer.
@discardableResult
public func CVPixelBufferUnlockBaseAddress(
    _ pixelBuffer: CVPixelBuffer, _ unlockFlags: CVPixelBufferLockFlags
) -> CVReturn {
    kCVReturnSuccess
}

/// Returns the width of a buffer, in pixels.
public func CVPixelBufferGetWidth(_ pixelBuffer: CVPixelBuffer) -> Int { pixelBuffer.width }

/// Returns the height of a buffer, in pixels.
public func CVPixelBufferGetHeight(_ pixelBuffer: CVPixelBuffer) -> Int { pixelBuffer.height }

/// Returns the pixel format of a buffer, one of `kCVPixelFormatType_…`.
public func CVPixelBufferGetPixelFormatType(_ pixelBuffer: CVPixelBuffer) -> OSType { pixelBuffer.format }

/// Returns the first byte of a buffer, which is that of its first plane.
public func CVPixelBufferGetBaseAddress(_ pixelBuffer: CVPixelBuffer) -> UnsafeMutableRawPointer? {
    pixelBuffer.planes.first?.address
}

/// Returns the distance between the starts of two rows in bytes, for a format with planes that of the first plane.
public func CVPixelBufferGetBytesPerRow(_ pixelBuffer: CVPixelBuffer) -> Int {
    pixelBuffer.planes.first?.bytesPerRow ?? 0
}

/// Returns the number of bytes that the rows of all planes take up.
public func CVPixelBufferGetDataSize(_ pixelBuffer: CVPixelBuffer) -> Int {
    pixelBuffer.planes.indices.reduce(0) { size, plane in
        size + pixelBuffer.planes[plane].bytesPerRow * pixelBuffer.layout(of: plane).height(pixelBuffer.height)
    }
}

/// Returns whether the pixels are in planes.
public func CVPixelBufferIsPlanar(_ pixelBuffer: CVPixelBuffer) -> Bool { pixelBuffer.planes.count > 1 }

/// Returns the number of planes, 0 if the pixels are not in planes.
public func CVPixelBufferGetPlaneCount(_ pixelBuffer: CVPixelBuffer) -> Int {
    CVPixelBufferIsPlanar(pixelBuffer) ? pixelBuffer.planes.count : 0
}

/// Returns the first byte of a plane, or `nil` if there is no such plane.
public func CVPixelBufferGetBaseAddressOfPlane(
    _ pixelBuffer: CVPixelBuffer, _ planeIndex: Int
) -> UnsafeMutableRawPointer? {
    pixelBuffer.planes.indices.contains(planeIndex) ? pixelBuffer.planes[planeIndex].address : nil
}

/// Returns the distance between the starts of two rows of a plane in bytes, 0 if there is no such plane.
public func CVPixelBufferGetBytesPerRowOfPlane(_ pixelBuffer: CVPixelBuffer, _ planeIndex: Int) -> Int {
    pixelBuffer.planes.indices.contains(planeIndex) ? pixelBuffer.planes[planeIndex].bytesPerRow : 0
}

/// Returns the width of a plane in its own samples, 0 if there is no such plane.
public func CVPixelBufferGetWidthOfPlane(_ pixelBuffer: CVPixelBuffer, _ planeIndex: Int) -> Int {
    guard pixelBuffer.planes.indices.contains(planeIndex) else { return 0 }
    return pixelBuffer.layout(of: planeIndex).width(pixelBuffer.width)
}

/// Returns the height of a plane in its own samples, 0 if there is no such plane.
public func CVPixelBufferGetHeightOfPlane(_ pixelBuffer: CVPixelBuffer, _ planeIndex: Int) -> Int {
    guard pixelBuffer.planes.indices.contains(planeIndex) else { return 0 }
    return pixelBuffer.layout(of: planeIndex).height(pixelBuffer.height)
}

/// Returns the size of a buffer as stored, in pixels.
public func CVImageBufferGetEncodedSize(_ imageBuffer: CVImageBuffer) -> CGSize {
    CGSize(width: imageBuffer.width, height: imageBuffer.height)
}

/// Returns the size of a buffer as displayed, in pixels, which is that as stored.
public func CVImageBufferGetDisplaySize(_ imageBuffer: CVImageBuffer) -> CGSize {
    CVImageBufferGetEncodedSize(imageBuffer)
}

/// Returns the rectangle of a buffer's pixels that are shown, which is all of them.
public func CVImageBufferGetCleanRect(_ imageBuffer: CVImageBuffer) -> CGRect {
    CGRect(origin: .zero, size: CVImageBufferGetEncodedSize(imageBuffer))
}

/// Returns whether the first row of a buffer is the top of the image, which is always so.
public func CVImageBufferIsFlipped(_ imageBuffer: CVImageBuffer) -> Bool { true }

extension CVBuffer {
    fileprivate func layout(of plane: Int) -> PixelLayout.Plane {
        let known = PixelLayout(format)?.planes ?? []
        return known.indices.contains(plane) ? known[plane] : PixelLayout.Plane(bytes: 1, shared: 1)
    }
}
