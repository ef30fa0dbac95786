// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import LineamentTasks

/// The processes that work off a daily load of files.
struct BatchPlan: Encodable {
    let cost: WorkCost
    /// The hours of one core that the files of a day take.
    let coreHours: Double
    /// The hours in which they are done.
    let hours: Double
    /// The part of the time that the cores work, above 0 and at most 1.
    let utilization: Double
    let cores: Int
    /// The number of processes.
    let workers: Int
    let coresPerWorker: Int
    /// The most memory of a process; `nil` if unknown.
    let megabytesPerWorker: Double?

    /// Works out a plan.
    /// - Parameters:
    ///   - coreHours: the hours of one core that the files of a day take.
    ///   - hours: the hours in which they are done.
    ///   - coresPerWorker: the most cores of a process.
    init(_ cost: WorkCost, coreHours: Double, hours: Double, utilization: Double, coresPerWorker: Int) {
        self.cost = cost
        self.coreHours = coreHours
        self.hours = hours
        self.utilization = utilization
        cores = max(1, Int(min((coreHours / (hours * utilization)).rounded(.up), Self.mostCores)))
        self.coresPerWorker = min(cores, coresPerWorker)
        workers = (cores + self.coresPerWorker - 1) / self.coresPerWorker
        megabytesPerWorker = cost.memory?.megabytes(cores: self.coresPerWorker)
    }

    /// Beyond every machine, and within the integers.
    private static let mostCores = 1e15

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
