// SPDX-License-Identifier: Apache-2.0
internal import Lineament
internal import Locking

#if STAND_INS
    internal import LineamentAppleTypes
#elseif canImport(UIKit)
    internal import UIKit
#endif

/// The edges at which row 0 and column 0 of the stored image are displayed. Raw values are those of EXIF.
public enum VisionDetectorImageOrientation: UInt, Sendable, CaseIterable {
    case topLeft = 1, topRight, bottomRight, bottomLeft, leftTop, rightTop, rightBottom, leftBottom
}

extension VisionDetectorImageOrientation {
    var imageOrientation: ImageOrientation { ImageOrientation(exifValue: Int(rawValue)) ?? .up }

    init(_ orientation: MPImage.Orientation) {
        let exifValue = ImageOrientation(rawValue: orientation.rawValue)?.exifValue ?? 1
        self = Self(rawValue: UInt(exifValue)) ?? .topLeft
    }
}

/// The metadata of an image.
public final class VisionImageMetadata: Sendable {
    private let storedOrientation = Locked(VisionDetectorImageOrientation.topLeft)

    /// The orientation of the stored image. Default: upright.
    public var orientation: VisionDetectorImageOrientation {
        get { storedOrientation.withLock { $0 } }
        set { storedOrientation.withLock { $0 = newValue } }
    }

    /// Creates metadata of an upright image.
    public init() {}
}
