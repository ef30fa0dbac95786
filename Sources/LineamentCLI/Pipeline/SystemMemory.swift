// SPDX-License-Identifier: Apache-2.0
internal import Foundation

/// The machine's memory, or the limit of the container (cgroup v2) if that is lower.
enum SystemMemory {
    /// The number of bytes.
    static let total = min(Int(clamping: ProcessInfo.processInfo.physicalMemory), quota ?? .max)

    /// The container's limit; `nil` if there is none ("max"), or no such file.
    private static var quota: Int? {
        guard let text = try? String(contentsOfFile: "/sys/fs/cgroup/memory.max", encoding: .utf8) else { return nil }
        return Int(text.trimmingCharacters(in: .whitespacesAndNewlines))
    }
}
