internal import CLineamentKernels
internal import Foundation

/// The number of processors that this process may use: those in its affinity mask, limited by the CPU quota of its
/// container.
package enum Cores {
    /// The number of usable processors, at least 1.
    package static let available = max(1, min(bound ?? ProcessInfo.processInfo.activeProcessorCount, quota ?? .max))

    /// The greatest number of jobs that can be asked for; larger ones are certainly typos.
    package static let maxJobs = 1024

    /// The number of processors in the affinity mask, as set by `taskset`, for example; `nil` if unknown.
    private static var bound: Int? {
        let count = Int(lineament_bound_cores())
        return count > 0 ? count : nil
    }

    /// The CPU quota of the container, rounded up; `nil` if there is none.
    ///
    /// The file contains the quota and the period in microseconds, such as "150000 100000" or, without a quota, "max
    /// 100000".
    private static var quota: Int? {
        guard let text = try? String(contentsOfFile: "/sys/fs/cgroup/cpu.max", encoding: .utf8) else { return nil }
        let numbers = text.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
        guard numbers.count == 2, numbers[1] > 0 else { return nil }
        return Int((numbers[0] / numbers[1]).rounded(.up))
    }
}
