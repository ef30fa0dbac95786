// SPDX-License-Identifier: Apache-2.0

/// The frames of one video whose results are not known yet, the oldest first.
///
/// Calls must not overlap.
package final class WaitingFrames<Info: Sendable>: @unchecked Sendable {
    // Sound: calls do not overlap.

    /// A frame: its properties, and where its image is.
    package struct Frame: Sendable {
        package let info: Info
        fileprivate let place: WaitingImages.Place

        /// Returns the image, from memory or from a file.
        /// - Throws: ``LineamentError`` with code `resourceExhausted` if there is not enough memory or it cannot be read.
        package func image() throws -> PixelBuffer { try place.image() }
    }

    private let images: WaitingImages
    private var frames: [Frame] = []
    /// The number of frames at the beginning of ``frames`` that were taken.
    private var taken = 0

    /// Creates an empty list.
    package init(_ images: WaitingImages) { self.images = images }

    /// Adds a frame once `body` has taken it, too.
    /// - Throws: ``LineamentError`` with code `resourceExhausted` if there is no room for it; what `body` throws.
    package func add<Result>(_ info: Info, _ image: PixelBuffer, _ body: () throws -> Result) throws -> Result {
        let place = try images.add(image)
        // Not before: a frame that fails has no result, and the next one must not get its place.
        let result = try body()
        frames.append(Frame(info: info, place: place))
        return result
    }

    /// Returns the oldest frame, which is not in the list any more.
    package func takeFirst() -> Frame {
        let frame = frames[taken]
        taken += 1
        // Removing each frame by itself would move all others.
        if taken == frames.count || taken > 256 {
            frames.removeFirst(taken)
            taken = 0
        }
        return frame
    }
}
