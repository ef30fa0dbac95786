internal import Foundation

/// Allocates memory for the pixels of images.
///
/// Large images use 2 MiB pages where the system supports them. The system takes about a microsecond to clear each 4
/// KiB page on first access, which for 12 megapixels adds up to nearly as long as decoding them.
package enum PixelMemory {
    /// The size of a huge page, in bytes.
    private static let hugePage = 2 << 20
    /// The size, in bytes, from which the allocator requests fresh pages from the system each time.
    private static let large = 16 << 20

    /// Returns uninitialized memory, to be freed with `deallocate()`.
    package static func allocate(_ count: Int) -> UnsafeMutablePointer<UInt8> {
        #if os(Linux)
            var memory: UnsafeMutableRawPointer?
            if count >= large, posix_memalign(&memory, hugePage, count) == 0, let memory {
                madvise(memory, count, MADV_HUGEPAGE)
                return memory.bindMemory(to: UInt8.self, capacity: count)
            }
        #endif
        return .allocate(capacity: count)
    }
}
