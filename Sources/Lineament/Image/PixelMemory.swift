internal import Foundation

/// Memory for the pixels of images.
///
/// Large images get pages of 2 MiB where the system has them: the system clears a page of 4 KiB in a microsecond when it
/// is first touched, which for 12 megapixels takes nearly as long as to decode them.
package enum PixelMemory {
    private static let hugePage = 2 << 20
    /// From here on, in bytes, the allocator takes fresh pages from the system each time.
    private static let large = 16 << 20

    /// Memory to be given back with `deallocate()`.
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
