// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// SPDX-License-Identifier: Apache-2.0
@_exported import CoreGraphics
import CoreImage

open class UIImage {
    public enum Orientation: Int, Sendable {
        case up, down, left, right, upMirrored, downMirrored, leftMirrored, rightMirrored
    }

    public init?(named name: String) {}
    public var cgImage: CGImage? { fatalError() }
    public var size: CGSize { fatalError() }
    public var scale: CGFloat { fatalError() }
    public var imageOrientation: Orientation { fatalError() }
}

extension CIImage {
    public convenience init?(image: UIImage) { fatalError() }
}

public enum UIDeviceOrientation: Int, Sendable {
    case unknown, portrait, portraitUpsideDown, landscapeLeft, landscapeRight, faceUp, faceDown
}

@MainActor open class UIDevice {
    public class var current: UIDevice { fatalError() }
    public var orientation: UIDeviceOrientation { fatalError() }
}

@MainActor open class UIView {
    public enum ContentMode: Int, Sendable {
        case scaleToFill, scaleAspectFit, scaleAspectFill, redraw, center, top, bottom, left, right, topLeft, topRight
        case bottomLeft, bottomRight
    }
}
