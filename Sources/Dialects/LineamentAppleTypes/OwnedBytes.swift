// SPDX-License-Identifier: Apache-2.0
internal import Foundation

/// Memory that is freed with its last user.
final class OwnedBytes: @unchecked Sendable {
    // Sound: the address never changes; a caller that writes to the memory makes sure that no other thread uses it.
    let address: UnsafeMutableRawPointer

    /// Allocates zeros, or returns `nil` if there is not enough memory.
    init?(count: Int) {
        var memory: UnsafeMutableRawPointer?
        guard posix_memalign(&memory, 64, max(count, 1)) == 0, let memory else { return nil }
        memset(memory, 0, count)
        address = memory
    }

    deinit { free(address) }
}
