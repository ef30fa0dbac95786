// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
@_exported import CoreGraphics

@frozen public enum CGImagePropertyOrientation: UInt32 {
    case up = 1, upMirrored, down, downMirrored, leftMirrored, right, rightMirrored, left
}
