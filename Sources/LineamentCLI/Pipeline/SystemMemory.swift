internal import Foundation

/// The memory that this process may use: the machine's, or what its container is limited to.
enum SystemMemory {
    /// The number of bytes.
    static let total = min(Int(clamping: ProcessInfo.processInfo.physicalMemory), quota ?? .max)

    /// The limit of the container; `nil` if there is none, for which the file says "max".
    private static var quota: Int? {
        guard let text = try? String(contentsOfFile: "/sys/fs/cgroup/memory.max", encoding: .utf8) else { return nil }
        return Int(text.trimmingCharacters(in: .whitespacesAndNewlines))
    }
}
