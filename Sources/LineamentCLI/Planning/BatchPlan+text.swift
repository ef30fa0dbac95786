// SPDX-License-Identifier: Apache-2.0
internal import CapacityPlanner
internal import Foundation
internal import LineamentTasks

extension BatchPlan {
    /// The plan as the command line prints it.
    var text: String {
        let memory = megabytesPerWorker.map { each in
            String(format: " and %.0f MB; %.0f MB in all", each, each * Double(workers))
        }
        return """
            core hours a day: \(String(format: "%.1f", coreHours))
            cores: \(cores), working \(String(format: "%.0f%% of %g", utilization * 100, hours)) hours
            workers: \(workers), each with \(coresPerWorker.counted("core"))\(memory ?? "")
            """
    }
}
