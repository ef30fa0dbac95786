// SPDX-License-Identifier: Apache-2.0
internal import ArgumentParser
internal import CapacityPlanner
internal import Foundation
internal import LineamentVideo

/// Finds what a task costs, and prints the plan of a load.
struct LoadPlanning {
    let options: PlanOptions
    /// The image or video to measure.
    let file: URL?
    /// Returns the image to measure if none was named.
    let samplePhoto: () throws -> URL

    private var cores: Int { options.cores ?? 2 }

    func run() throws {
        let (cost, origin) = try knownCost() ?? (measuredCost(), "measured here")
        if let latency = options.latency {
            let plan = try service(cost, latency)
            try write(plan, plan.text, cost, origin)
        } else {
            let plan = try batch(cost)
            try write(plan, plan.text, cost, origin)
        }
    }

    private func batch(_ cost: WorkCost) throws -> BatchPlan {
        guard let coreHours = options.photosPerDay.map(cost.coreHours) ?? options.hoursPerDay.flatMap(cost.coreHours)
        else {
            throw ValidationError(
                "The cost \(cost.name) is that of images. For --hours-per-day, name a video or the row of one.")
        }
        return BatchPlan(
            cost, coreHours: coreHours, hours: 24 * (options.days ?? 1), utilization: options.utilization ?? 0.8,
            coresPerWorker: cores)
    }

    private func service(_ cost: WorkCost, _ latency: Latency) throws -> ServicePlan {
        let queue = ServiceQueue(
            cores: cores, coreMilliseconds: cost.coreMilliseconds, speedAlone: cost.speedAlone,
            variation: options.variation ?? 0)
        guard let rate = options.rate,
            let plan = ServicePlan(cost, queue, requestsPerSecond: rate, latency: latency.milliseconds)
        else {
            let alone = String(format: "%.0f", queue.answers(at: 0)?.p99 ?? cost.coreMilliseconds)
            throw ValidationError(
                """
                A request that is alone takes \(alone) ms (p99), so no number of workers answers within \
                --latency. Allow more, give workers more --cores, or plan a faster task.
                """)
        }
        return plan
    }

    /// Returns the cost that the options name, and where it is from; `nil` if it is to be measured.
    private func knownCost() throws -> (WorkCost, String)? {
        let row = options.row.flatMap(WorkCost.measured(named:))
        guard row != nil || options.coreMs != nil else { return nil }
        guard row?.framesPerSecond == nil || options.hoursPerDay != nil else {
            throw ValidationError(
                "The row \(row?.name ?? "") is that of a video. Choose one of images, or use --hours-per-day.")
        }
        let ofFile =
            try options.hoursPerDay == nil || row != nil ? nil : file.map { try VideoReader($0).frameRate } ?? nil
        let cost = WorkCost(
            name: row?.name ?? "--core-ms", coreMilliseconds: options.coreMs ?? row?.coreMilliseconds ?? 0,
            framesPerSecond: row?.framesPerSecond ?? ofFile, speedAlone: options.speedAlone ?? 1, memory: row?.memory)
        return (cost, options.coreMs == nil ? "docs/scale.md" : "--core-ms")
    }

    private func measuredCost() throws -> WorkCost {
        let measurement = CostMeasurement(
            task: try PlannedTask(options.task ?? "face-landmarker"), seconds: options.seconds ?? 6, cores: cores)
        guard options.hoursPerDay != nil else {
            return try measurement.images(at: file ?? samplePhoto()).with(speedAlone: options.speedAlone)
        }
        guard let file else {
            throw ValidationError("--hours-per-day needs a cost. Name a video to measure, or --row.")
        }
        return try measurement.video(at: file).with(speedAlone: options.speedAlone)
    }

    private func write(_ plan: some Encodable, _ text: String, _ cost: WorkCost, _ origin: String) throws {
        guard options.format == .json else {
            let unit = cost.framesPerSecond == nil ? "image" : "frame"
            let time = String(format: "%.1f ms", cost.coreMilliseconds)
            return try StandardOutput.write(
                "\(cost.name): \(time) of a core for each \(unit) (\(origin))\n\(text)")
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        try ResultFile(path: nil).write(encoder.encode(plan) + Data("\n".utf8))
    }
}
