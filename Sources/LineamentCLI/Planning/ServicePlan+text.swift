// SPDX-License-Identifier: Apache-2.0
internal import CapacityPlanner
internal import Foundation
internal import LineamentTasks

extension ServicePlan {
    /// The plan as the command line prints it.
    var text: String {
        let each = String(
            format: "each: %.1f requests/s of %.1f (%.0f%%); mean %.1f ms, p50 %.1f, p99 %.1f",
            requestsPerSecond / Double(workers), capacityPerWorker, load * 100, milliseconds.mean, milliseconds.p50,
            milliseconds.p99)
        let rows = curve.map { point in
            String(
                format: "%3.0f%% %11.1f %8.1f %7.1f %7.1f", point.load * 100, point.requestsPerSecond,
                point.milliseconds.mean, point.milliseconds.p50, point.milliseconds.p99)
        }
        let memory = String(
            format: "%.0f MB each, %.0f MB in all; images take up to twice --max-memory more", megabytesPerWorker,
            megabytesPerWorker * Double(workers + spareWorkers))
        let head = """
            workers: \(workers), and one that may be missing, each with \(coresPerWorker.counted("core")); \(cores.counted("core")) in all
            memory: \(memory)
            \(each)

            load  requests/s  mean ms  p50 ms  p99 ms
            """
        return ([head] + rows).joined(separator: "\n")
    }
}
