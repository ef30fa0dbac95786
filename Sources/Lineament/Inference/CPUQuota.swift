// SPDX-License-Identifier: Apache-2.0
internal import Foundation

/// The processors' time that the control groups of this process may use, as set by Docker, Kubernetes or systemd.
struct CPUQuota {
    /// The folder of the process's own files in `/proc`.
    var process = URL(fileURLWithPath: "/proc/self")
    /// The folder in which the system shows control groups.
    var groups = URL(fileURLWithPath: "/sys/fs/cgroup")

    /// The number of cores, rounded up; `nil` if there is no quota. The smallest quota from the process's group up to the
    /// root counts.
    var cores: Int? {
        let lines = (try? String(contentsOf: process.appendingPathComponent("cgroup"), encoding: .utf8)) ?? "0::/"
        let least = lines.split(separator: "\n").flatMap { quotas(ofGroup: $0) }.min()
        return least.map { max(1, Int(min($0.rounded(.up), Double(Cores.maxJobs)))) }
    }

    /// Returns the quotas of a group and those above it.
    /// - Parameter line: A line of `/proc/self/cgroup`: a number, controllers (none in version 2), and a path.
    private func quotas(ofGroup line: Substring) -> [Double] {
        let fields = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
        guard fields.count == 3 else { return [] }
        let controllers = fields[1].split(separator: ",")
        if controllers.isEmpty { return levels(fields[2], in: groups).compactMap(unified) }
        guard controllers.contains("cpu") else { return [] }
        return levels(fields[2], in: groups.appendingPathComponent("cpu")).compactMap(separate)
    }

    /// Returns the folders from that of a group up to the root. In a container, the group may be the root itself, though
    /// its path is that of the machine; what does not exist has no quota.
    private func levels(_ path: Substring, in root: URL) -> [URL] {
        path.split(separator: "/").reduce(into: [root]) { folders, name in
            folders.append((folders.last ?? root).appendingPathComponent(String(name)))
        }
    }

    /// Version 2: quota and period in microseconds, such as "150000 100000" or, without a quota, "max 100000".
    private func unified(_ folder: URL) -> Double? {
        let numbers = words(of: folder, "cpu.max")
        return numbers.count == 2 ? ratio(numbers[0], numbers[1]) : nil
    }

    /// Version 1: quota and period in files of their own; the quota is -1 if there is none.
    private func separate(_ folder: URL) -> Double? {
        ratio(words(of: folder, "cpu.cfs_quota_us").first, words(of: folder, "cpu.cfs_period_us").first)
    }

    private func ratio(_ quota: Substring?, _ period: Substring?) -> Double? {
        guard let quota = quota.flatMap({ Double($0) }), let period = period.flatMap({ Double($0) }) else { return nil }
        let cores = quota / period
        return quota > 0 && period > 0 && cores.isFinite ? cores : nil
    }

    private func words(of folder: URL, _ file: String) -> [Substring] {
        let text = try? String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
        return text?.split(whereSeparator: \.isWhitespace) ?? []
    }
}
