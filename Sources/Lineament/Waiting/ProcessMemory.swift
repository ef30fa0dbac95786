// SPDX-License-Identifier: Apache-2.0
internal import CLineamentKernels

/// The memory that the process has from the system.
package enum ProcessMemory {
    /// Gives memory that was freed back to the system. The allocator keeps it for the next allocations otherwise, which
    /// after a burst may be gigabytes. Takes some milliseconds.
    package static func giveBack() { lineament_release_free_memory() }
}
