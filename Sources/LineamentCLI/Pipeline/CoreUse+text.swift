// SPDX-License-Identifier: Apache-2.0
internal import Lineament

extension CoreUse {
    /// Returns what was used, such as "2 cores, 1 job; inferences: 118 on 2 threads, 14 on 1 thread."
    func text(jobs: Int) -> String {
        let parts = inferences.sorted { $0.key > $1.key }.map { "\($1) on \(Self.counted($0, "thread"))" }
        let inferences = parts.isEmpty ? "no inference on the CPU" : "inferences: " + parts.joined(separator: ", ")
        return "\(Self.counted(cores, "core")), \(Self.counted(jobs, "job")); \(inferences)."
    }

    private static func counted(_ count: Int, _ what: String) -> String { "\(count) \(what)\(count == 1 ? "" : "s")" }
}
