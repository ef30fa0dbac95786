internal import CLineamentKernels
internal import Foundation

/// How many processors this process may use: those it is bound to, and no more than its container's share.
package enum Cores {
    package static let available = max(1, min(bound ?? ProcessInfo.processInfo.activeProcessorCount, quota ?? .max))

    /// The processors that the process is bound to, by `taskset` for instance.
    private static var bound: Int? {
        let count = Int(lineament_bound_cores())
        return count > 0 ? count : nil
    }

    /// The share of a container, rounded up: "max 100000" or "150000 100000", microseconds of each period.
    private static var quota: Int? {
        guard let text = try? String(contentsOfFile: "/sys/fs/cgroup/cpu.max", encoding: .utf8) else { return nil }
        let numbers = text.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
        guard numbers.count == 2, numbers[1] > 0 else { return nil }
        return Int((numbers[0] / numbers[1]).rounded(.up))
    }
}
