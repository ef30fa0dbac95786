// SPDX-License-Identifier: Apache-2.0
internal import Lineament
internal import LineamentTasks

extension CoreUse {
    /// Returns the use in words, such as "2 cores, 1 job; inferences: 118 on 2 threads, 14 on 1 thread."
    func text(jobs: Int) -> String {
        let parts = inferences.sorted { $0.key > $1.key }.map { "\($1) on \($0.counted("thread"))" }
        let inferences = parts.isEmpty ? "no inference on the CPU" : "inferences: " + parts.joined(separator: ", ")
        return "\(cores.counted("core")), \(jobs.counted("job")); \(inferences)."
    }
}
