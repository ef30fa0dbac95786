// SPDX-License-Identifier: Apache-2.0
internal import Foundation

/// Allocates memory for the pixels of images and masks.
///
/// Swift's own allocations end the program when the system has no memory left. These are the large ones, whose size an
/// input decides, so they throw instead.
///
/// Large images use 2 MiB pages where the system supports them. The system takes about a microsecond to clear each 4
/// KiB page on first access, which for 12 megapixels adds up to nearly as long as decoding them.
package enum PixelMemory {
    /// The size of a huge page, in bytes.
    private static let hugePage = 2 << 20
    /// The size, in bytes, from which the allocator requests fresh pages from the system each time.
    private static let large = 16 << 20
    /// The alignment of smaller images, in bytes: that of a cache line.
    private static let cacheLine = 64

    /// Returns uninitialized memory, to be freed with `deallocate()`.
    /// - Throws: ``LineamentError`` with code `resourceExhausted` if the system has not enough memory.
    package static func allocate(_ count: Int) throws -> UnsafeMutablePointer<UInt8> {
        var memory: UnsafeMutableRawPointer?
        // Smaller images are not aligned to large pages, so that the allocator can reuse freed memory.
        guard posix_memalign(&memory, count >= large ? hugePage : cacheLine, max(count, 1)) == 0, let memory else {
            throw LineamentError(
                .resourceExhausted, "There is not enough memory for \(max(1, count / 1_000_000)) MB of pixels.")
        }
        #if os(Linux)
            let start = memory.alignedUp(toMultipleOf: hugePage)
            let end = memory + count
            if end - start >= hugePage { madvise(start, end - start, MADV_HUGEPAGE) }
        #endif
        return memory.bindMemory(to: UInt8.self, capacity: count)
    }
}
