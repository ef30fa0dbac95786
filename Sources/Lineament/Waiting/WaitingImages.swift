// SPDX-License-Identifier: Apache-2.0
internal import Synchronization

/// The images of a video that wait for something that is known later: in memory, and beyond a budget in a temporary file.
///
/// Safe to use from several threads.
package final class WaitingImages: Sendable {
    /// The memory that the images of one video take where nothing else is said, in bytes: a second of 1920 x 1080 pixels at
    /// 120 frames per second.
    package static let usualMemory = 384 << 20
    /// The size that the temporary file of one video may have, in bytes: a second of 3840 x 2160 pixels at 240 frames per
    /// second, or of 1920 x 1080 at 1,000.
    package static let usualFileSize = 3 << 30
    /// The size of an image beside its pixels, in bytes: the frame of the decoder, and the margins of its planes.
    private static let overhead = 4096

    private let budget: MemoryBudget
    private let fileSize: Int
    private let file = Mutex<ScratchFile?>(nil)
    private let space: Mutex<RingSpace>

    /// Creates an empty store.
    /// - Parameters:
    ///   - budget: The memory for the images, which stores may share.
    ///   - fileSize: The size that the temporary file may have, in bytes.
    package init(budget: MemoryBudget, fileSize: Int = WaitingImages.usualFileSize) {
        self.budget = budget
        self.fileSize = fileSize
        space = Mutex(RingSpace(size: fileSize))
    }

    /// Adds an image.
    /// - Returns: Its place, which is free again when the value is released.
    /// - Throws: ``LineamentError`` with code `resourceExhausted` if there is no room for it.
    package func add(_ image: PixelBuffer) throws -> Place {
        let size = image.storedByteCount + Self.overhead
        // An image that is decoded on demand has no pixels yet.
        if image.levels != nil || budget.take(size) {
            return Place(.memory(image, taken: image.levels == nil ? size : 0), of: self)
        }
        guard let slot = space.withLock({ $0.take(image.storedByteCount) }) else {
            throw LineamentError(
                .resourceExhausted,
                "A second of the video is too large to look ahead: its frames of \(image.width)x\(image.height) pixels "
                    + "take more than the memory and \(fileSize >> 20) MiB of a temporary file. Lower its frame rate or "
                    + "size, or give more memory (--max-memory).")
        }
        do {
            try image.store(in: scratch(), at: slot.offset)
        } catch {
            space.withLock { $0.giveBack(slot) }
            throw error
        }
        return Place(.file(StoredImage(image), slot), of: self)
    }

    private func scratch() throws -> ScratchFile {
        try file.withLock { file in
            let made = try file ?? ScratchFile()
            file = made
            return made
        }
    }

    /// The place of an image that waits.
    package final class Place: Sendable {
        fileprivate enum Content: Sendable {
            case memory(PixelBuffer, taken: Int)
            case file(StoredImage, RingSpace.Slot)
        }

        private let content: Content
        private let store: WaitingImages

        fileprivate init(_ content: Content, of store: WaitingImages) {
            self.content = content
            self.store = store
        }

        deinit {
            switch content {
            case .memory(_, let taken): store.budget.giveBack(taken)
            case .file(_, let slot): store.space.withLock { $0.giveBack(slot) }
            }
        }

        /// Returns the image.
        /// - Throws: ``LineamentError`` with code `resourceExhausted` if there is not enough memory or the file cannot be
        ///   read.
        package func image() throws -> PixelBuffer {
            switch content {
            case .memory(let image, _): image
            case .file(let stored, let slot): try stored.load(from: store.scratch(), at: slot.offset)
            }
        }
    }
}
