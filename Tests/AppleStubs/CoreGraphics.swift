// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// SPDX-License-Identifier: Apache-2.0

// The parts of Apple's frameworks that the package uses, declared as Apple declares them, so that code for Apple
// platforms can be type-checked on other systems. Nothing here is ever run or shipped.

@_exported import Foundation

public class CGImage {
    init() {}
    public var width: Int { fatalError() }
    public var height: Int { fatalError() }
}

public class CGColorSpace {
    init() {}
}

public func CGColorSpaceCreateDeviceRGB() -> CGColorSpace { fatalError() }
public func CGColorSpaceCreateDeviceGray() -> CGColorSpace { fatalError() }

public enum CGImageAlphaInfo: UInt32 {
    case none, premultipliedLast, premultipliedFirst, last, first, noneSkipLast, noneSkipFirst, alphaOnly
}

public class CGContext {
    public init?(
        data: UnsafeMutableRawPointer?, width: Int, height: Int, bitsPerComponent: Int, bytesPerRow: Int,
        space: CGColorSpace, bitmapInfo: UInt32
    ) {}

    public func draw(_ image: CGImage, in rect: CGRect, byTiling: Bool = false) {}
    public func makeImage() -> CGImage? { fatalError() }
}

public class CGPath {
    init() {}
    public var boundingBox: CGRect { fatalError() }
}

public struct CGAffineTransform {
    public static var identity: CGAffineTransform { fatalError() }
}

public class CGMutablePath: CGPath {
    public override init() {}
    public func addLines(between points: [CGPoint], transform: CGAffineTransform = .identity) {}
    public func closeSubpath() {}
}
