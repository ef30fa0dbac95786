internal import Lineament

/// Where row 0 and column 0 of the stored image are when it is shown: EXIF's numbers.
public enum VisionDetectorImageOrientation: UInt, Sendable, CaseIterable {
    case topLeft = 1, topRight, bottomRight, bottomLeft, leftTop, rightTop, rightBottom, leftBottom
}

extension VisionDetectorImageOrientation {
    var imageOrientation: ImageOrientation { ImageOrientation(exifValue: Int(rawValue)) ?? .up }

    init(_ orientation: ImageOrientation) { self = Self(rawValue: UInt(orientation.exifValue)) ?? .topLeft }
}

/// What is known of an image beside its pixels.
public final class VisionImageMetadata {
    /// How the image must be turned to stand upright. Default: not at all.
    public var orientation = VisionDetectorImageOrientation.topLeft

    public init() {}
}
