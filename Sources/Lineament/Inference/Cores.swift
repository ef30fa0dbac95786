// SPDX-License-Identifier: Apache-2.0
internal import CLineamentKernels
internal import Foundation

/// The number of processors that this process may use: those in its affinity mask, limited by the CPU quota of its
/// container or service.
package enum Cores {
    /// The number of usable processors, at least 1.
    package static let available = max(
        1, min(bound ?? ProcessInfo.processInfo.activeProcessorCount, CPUQuota().cores ?? .max))

    /// The greatest number of jobs that can be asked for; larger ones are certainly typos.
    package static let maxJobs = 1024

    /// The number of processors in the affinity mask, as set by `taskset`, for example; `nil` if unknown.
    private static var bound: Int? {
        let count = Int(lineament_bound_cores())
        return count > 0 ? count : nil
    }
}
