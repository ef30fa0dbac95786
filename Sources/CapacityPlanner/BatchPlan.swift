// SPDX-License-Identifier: Apache-2.0

/// The processes that work off a daily load of files.
package struct BatchPlan: Encodable, Sendable {
    package let cost: WorkCost
    /// The hours of one core that the files of a day take.
    package let coreHours: Double
    /// The hours in which they are done.
    package let hours: Double
    /// The part of the time that the cores work, above 0 and at most 1.
    package let utilization: Double
    package let cores: Int
    /// The number of processes.
    package let workers: Int
    package let coresPerWorker: Int
    /// The most memory of a process; `nil` if unknown.
    package let megabytesPerWorker: Double?

    /// Works out a plan.
    /// - Parameters:
    ///   - coreHours: the hours of one core that the files of a day take.
    ///   - hours: the hours in which they are done.
    ///   - coresPerWorker: the most cores of a process.
    package init(_ cost: WorkCost, coreHours: Double, hours: Double, utilization: Double, coresPerWorker: Int) {
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
}
