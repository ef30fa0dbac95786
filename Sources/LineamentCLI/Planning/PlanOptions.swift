// SPDX-License-Identifier: Apache-2.0
internal import ArgumentParser
internal import CapacityPlanner
internal import Foundation

/// The load of a plan, and what is known of its cost.
struct PlanOptions: ParsableArguments {
    @Flag(
        help: """
            Print the cores, workers and memory that a load takes. The cost of --task is measured on this machine for some \
            seconds, unless --row or --core-ms gives it.
            """)
    var plan = false

    @Option(help: ArgumentHelp("Images a day.", valueName: "n"))
    var photosPerDay: Double?

    @Option(
        help: ArgumentHelp("Hours of video a day. The cost is that of the video named, or of a --row.", valueName: "n"))
    var hoursPerDay: Double?

    @Option(help: ArgumentHelp("Requests a second, in place of --photos-per-day with --latency.", valueName: "n"))
    var requestsPerSecond: Double?

    @Option(
        help: ArgumentHelp(
            "Time in which the service answers 99 of 100 requests, such as 500ms or 2s. Without it, files are worked off.",
            valueName: "time"))
    var latency: Latency?

    @Option(
        help: ArgumentHelp("How many times the mean of the day comes in its busiest hour. Default: 1.", valueName: "x"))
    var peak: Double?

    @Option(
        help: ArgumentHelp(
            "Task to measure, with options as the service has them: face-landmarker, pose-landmarker?numPoses=1.",
            valueName: "task"))
    var task: String?

    @Option(
        help: ArgumentHelp("Row of docs/scale.md that has the cost: \(Self.rows).", valueName: "row"),
        completion: .list(WorkCost.measured.map(\.name)))
    var row: String?

    @Option(help: ArgumentHelp("Processor time of an image or frame, in milliseconds.", valueName: "ms"))
    var coreMs: Double?

    @Option(help: ArgumentHelp("Days in which the files of one day are worked off. Default: 1.", valueName: "n"))
    var days: Double?

    @Option(
        help: ArgumentHelp("Part of the time that the cores of files work, 0.01 to 1. Default: 0.8.", valueName: "part")
    )
    var utilization: Double?

    @Option(help: ArgumentHelp("Cores of each worker. Default: 2.", valueName: "n"))
    var cores: Int?

    @Option(
        help: ArgumentHelp(
            "How many times sooner an image is ready that has all cores of a worker. Default: as measured, or 1.",
            valueName: "x"))
    var speedAlone: Double?

    @Option(
        help: ArgumentHelp(
            "Squared coefficient of variation of the requests' work: 0 for equal images, 1 for a mix of all sizes. Default: 0.",
            valueName: "x"))
    var variation: Double?

    @Option(help: ArgumentHelp("Time to measure. Default: 6.", valueName: "seconds"))
    var seconds: Double?

    @Option(help: "Format of the plan: text, json. Default: text.")
    var format: PlanFormat?

    private static let rows = WorkCost.measured.map { "\"\($0.name)\"" }.joined(separator: ", ")

    /// The requests per second in the busiest hour.
    var rate: Double? {
        requestsPerSecond ?? photosPerDay.map { $0 * (peak ?? 1) / 86400 }
    }

    func validate() throws {
        guard plan else { return try requireNothing() }
        try checkRanges()
        guard [photosPerDay, hoursPerDay, requestsPerSecond].compactMap(\.self).count == 1 else {
            throw ValidationError(
                "--plan needs a load. Add one of --photos-per-day, --hours-per-day and --requests-per-second.")
        }
        guard requestsPerSecond == nil || latency != nil else {
            throw ValidationError(
                "--requests-per-second needs the time of answers. Add --latency, as in --latency 500ms.")
        }
        guard hoursPerDay == nil || latency == nil else {
            throw ValidationError("--latency is for images. Leave it out, or use --photos-per-day.")
        }
        guard row == nil || task == nil else {
            throw ValidationError("--row has the cost, so --task would not be measured. Leave one of them out.")
        }
        if let row, WorkCost.measured(named: row) == nil {
            throw ValidationError("There is no row \(row). Use one of \(Self.rows).")
        }
        if let task { _ = try PlannedTask(task) }
    }

    /// Checks that no option of a plan is given without one.
    private func requireNothing() throws {
        let given: [(String, Bool)] = [
            ("--photos-per-day", photosPerDay != nil), ("--hours-per-day", hoursPerDay != nil),
            ("--requests-per-second", requestsPerSecond != nil), ("--latency", latency != nil), ("--peak", peak != nil),
            ("--task", task != nil), ("--row", row != nil), ("--core-ms", coreMs != nil), ("--days", days != nil),
            ("--utilization", utilization != nil), ("--cores", cores != nil), ("--speed-alone", speedAlone != nil),
            ("--variation", variation != nil), ("--seconds", seconds != nil), ("--format", format != nil),
        ]
        if let option = given.first(where: \.1) { throw ValidationError("\(option.0) needs --plan. Add it.") }
    }

    private func checkRanges() throws {
        let numbers: [(String, Double?, ClosedRange<Double>)] = [
            ("--photos-per-day", photosPerDay, 1...1e12), ("--hours-per-day", hoursPerDay, 0.001...1e9),
            ("--requests-per-second", requestsPerSecond, 0.000_001...1e9), ("--peak", peak, 1...1000),
            ("--core-ms", coreMs, 0.001...1e6), ("--days", days, 0.01...10_000),
            ("--utilization", utilization, 0.01...1), ("--speed-alone", speedAlone, 1...1000),
            ("--variation", variation, 0...100), ("--seconds", seconds, 0.1...3600),
        ]
        for case (let option, let number?, let range) in numbers where !range.contains(number) {
            throw ValidationError(
                String(format: "%@ must be %g to %g, not %g.", option, range.lowerBound, range.upperBound, number))
        }
        if let cores { try OptionRange.check(cores, in: 1...4096, "--cores") }
    }
}

/// The format of a plan.
enum PlanFormat: String, CaseIterable, ExpressibleByArgument {
    case text, json
}
