// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import LineamentTasks

/// The copies of the service that answer 99 of 100 requests of a load in time.
struct ServicePlan: Encodable {
    /// The times of answers at a part of the capacity of all workers.
    struct Point: Encodable {
        /// The part of the capacity, 0 to 1.
        let load: Double
        let requestsPerSecond: Double
        let milliseconds: AnswerTimes
    }

    let cost: WorkCost
    let requestsPerSecond: Double
    /// The number of copies that are needed, without the spare one.
    let workers: Int
    /// One that may be missing, because it is replaced or has crashed.
    let spareWorkers = 1
    let coresPerWorker: Int
    /// All cores, including those of the spare worker.
    let cores: Int
    /// The most memory of a worker that is asked for one task, without what `--max-memory` allows for images.
    let megabytesPerWorker: Double
    /// The most requests per second that a worker can answer.
    let capacityPerWorker: Double
    /// The part of it that is used, 0 to 1.
    let load: Double
    let milliseconds: AnswerTimes
    /// The consequences of other loads for the same workers.
    let curve: [Point]

    /// Works out a plan.
    /// - Parameter latency: the time in which 99 of 100 requests are answered, in milliseconds.
    /// - Returns: `nil` if even a request that is alone takes longer.
    init?(_ cost: WorkCost, _ queue: ServiceQueue, requestsPerSecond: Double, latency: Double) {
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
