// SPDX-License-Identifier: Apache-2.0

/// The copies of the service that answer 99 of 100 requests of a load in time.
package struct ServicePlan: Encodable, Sendable {
    /// The times of answers at a part of the capacity of all workers.
    package struct Point: Encodable, Sendable {
        /// The part of the capacity, 0 to 1.
        package let load: Double
        package let requestsPerSecond: Double
        package let milliseconds: AnswerTimes
    }

    package let cost: WorkCost
    package let requestsPerSecond: Double
    /// The number of copies that are needed, without the spare one.
    package let workers: Int
    /// One that may be missing, because it is replaced or has crashed.
    package let spareWorkers = 1
    package let coresPerWorker: Int
    /// All cores, including those of the spare worker.
    package let cores: Int
    /// The most memory of a worker that is asked for one task, without what `--max-memory` allows for images.
    package let megabytesPerWorker: Double
    /// The most requests per second that a worker can answer.
    package let capacityPerWorker: Double
    /// The part of it that is used, 0 to 1.
    package let load: Double
    package let milliseconds: AnswerTimes
    /// The consequences of other loads for the same workers.
    package let curve: [Point]

    /// Works out a plan.
    /// - Parameter latency: the time in which 99 of 100 requests are answered, in milliseconds.
    /// - Returns: `nil` if even a request that is alone takes longer.
    package init?(_ cost: WorkCost, _ queue: ServiceQueue, requestsPerSecond: Double, latency: Double) {
        guard let count = queue.copies(for: requestsPerSecond, within: latency),
            let times = queue.answers(at: requestsPerSecond / Double(count))
        else { return nil }
        self.cost = cost
        self.requestsPerSecond = requestsPerSecond
        workers = count
        coresPerWorker = queue.cores
        cores = (count + spareWorkers) * queue.cores
        megabytesPerWorker = Self.memory.megabytes(cores: queue.cores)
        capacityPerWorker = queue.capacity
        load = requestsPerSecond / Double(count) / queue.capacity
        milliseconds = times
        curve = Self.loads.compactMap { load in
            queue.answers(at: load * queue.capacity).map {
                Point(load: load, requestsPerSecond: load * queue.capacity * Double(count), milliseconds: $0)
            }
        }
    }

    /// The service's memory, measured with one and two cores: it depends little on the task, as the models of all are ready.
    private static let memory = WorkCost.Memory(withOneCore: 340, forEachFurtherCore: 310)

    private static let loads = [0.1, 0.3, 0.5, 0.7, 0.8, 0.9, 0.95]
}
