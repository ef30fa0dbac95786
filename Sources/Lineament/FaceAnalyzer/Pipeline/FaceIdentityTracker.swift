// SPDX-License-Identifier: Apache-2.0

/// Assigns IDs to faces that stay the same from image to image.
///
/// A wrapper of ``IdentityTracker`` for images that may lack timestamps.
package struct FaceIdentityTracker: Sendable {
    private var tracker = IdentityTracker()
    private var timestamps = IncreasingTimestamps()

    /// Creates a tracker without tracks.
    package init() {}

    /// Returns the IDs of the faces, in the same order.
    /// - Parameter time: The timestamp in milliseconds, if there is one; see ``IncreasingTimestamps``.
    package mutating func identify(_ faces: [FaceAttributes], in image: UprightImage, time: Int?) -> [Int] {
        let size = image.pixels.size
        return tracker.identify(faces.map { $0.rawDetection(in: size).box }, size: size, time: timestamps.next(time))
    }
}
