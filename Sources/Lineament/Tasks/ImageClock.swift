internal import Synchronization

/// The made-up times of pictures in image mode: 0, then one second more for each.
final class ImageClock: Sendable {
    private let count = Atomic<Int>(0)

    func next() -> Int {
        count.wrappingAdd(1, ordering: .relaxed).oldValue * 1000
    }
}

extension MPImage {
    /// The rotation of the region in which a detector looks.
    /// - Throws: ``LineamentError`` with code `invalidArgument` for a mirrored orientation.
    var regionRotation: Float {
        get throws {
            guard let rotation = imageOrientation.regionRotation else {
                throw LineamentError(
                    .invalidArgument,
                    "Unsupported UIImageOrientation. `imageOrientation` cannot be equal to any of the mirrored "
                        + "orientations (`UIImageOrientationUpMirrored`,`UIImageOrientationDownMirrored`,"
                        + "`UIImageOrientationLeftMirrored`,`UIImageOrientationRightMirrored`)")
            }
            return rotation
        }
    }
}
