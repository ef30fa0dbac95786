internal import Lineament

/// Where row 0 and column 0 of the stored picture are when it is shown: EXIF's numbers.
public enum VisionDetectorImageOrientation: UInt, Sendable, CaseIterable {
    case topLeft = 1, topRight, bottomRight, bottomLeft, leftTop, rightTop, rightBottom, leftBottom
}

extension VisionDetectorImageOrientation {
    var imageOrientation: ImageOrientation {
        switch self {
        case .topLeft: .up
        case .topRight: .upMirrored
        case .bottomRight: .down
        case .bottomLeft: .downMirrored
        case .leftTop: .leftMirrored
        case .rightTop: .right
        case .rightBottom: .rightMirrored
        case .leftBottom: .left
        }
    }

    init(_ orientation: ImageOrientation) {
        self = Self.allCases.first { $0.imageOrientation == orientation } ?? .topLeft
    }
}

/// What is known of a picture beside its pixels.
public final class VisionImageMetadata {
    /// How the picture must be turned to stand upright. Default: not at all.
    public var orientation = VisionDetectorImageOrientation.topLeft

    public init() {}
}
