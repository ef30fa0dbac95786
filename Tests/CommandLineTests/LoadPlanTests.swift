// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Foundation
import TestSupport
import Testing

@testable import LineamentCLI

/// The model of docs/scale.md: known results of queueing theory.
@Suite struct ServiceQueueTests {
    private func queue(_ cores: Int, _ milliseconds: Double, alone: Double = 1, variation: Double = 0) -> ServiceQueue {
        ServiceQueue(cores: cores, coreMilliseconds: milliseconds, speedAlone: alone, variation: variation)
    }

    /// M/M/1: the mean is 1 / (capacity − rate). M/D/1 waits half as long.
    @Test func oneServerIsKnown() throws {
        let mixed = try #require(queue(1, 100, variation: 1).answers(at: 8))
        #expect(abs(mixed.mean - 1000 / (10 - 8)) < 1e-9)
        let equal = try #require(queue(1, 100).answers(at: 8))
        #expect(abs(equal.mean - (100 + 0.8 * 1000 / (10 - 8) / 2)) < 1e-9)
    }

    /// Erlang's C of two servers with one of work is 1/3, of ten with eight 0.409.
    @Test(arguments: [(2, 1.0, 1.0 / 3), (10, 8, 0.4092), (1, 0.8, 0.8)])
    func waitingIsErlangsC(servers: Int, work: Double, expected: Double) {
        #expect(abs(queue(servers, 1000).probabilityOfWaiting(at: work) - expected) < 5e-5)
    }

    /// The figures of the planner in Python that this one replaced.
    @Test(arguments: [
        (2, 30.29, 1.0, 0.0, 500.0 / 11, 43.932690, 33.103368, 128.176085),
        (2, 20, 1.5, 0.5, 60, 25.277778, 17.777778, 116.234202),
        (4, 64.79, 2.5, 1, 40, 53.000626, 43.661356, 283.892272),
        (16, 33, 1, 0, 400, 35.153364, 33.0, 54.205213),
        (1000, 33, 1, 0, 28787.9, 33.022525, 33.0, 33.633837),
    ])
    func answersStayAsTheyWere(
        cores: Int, milliseconds: Double, alone: Double, variation: Double, rate: Double, mean: Double, p50: Double,
        p99: Double
    ) throws {
        let answers = try #require(queue(cores, milliseconds, alone: alone, variation: variation).answers(at: rate))
        #expect(abs(answers.mean - mean) < 1e-5)
        #expect(abs(answers.p50 - p50) < 1e-5)
        #expect(abs(answers.p99 - p99) < 1e-5)
    }

    @Test func moreLoadTakesLonger() throws {
        let copy = queue(2, 20, alone: 1.5, variation: 0.5)
        let answers = try [0, 0.01, 0.3, 0.6, 0.9, 0.99].map { try #require(copy.answers(at: $0 * copy.capacity)) }
        for (less, more) in zip(answers, answers.dropFirst()) {
            #expect(less.mean <= more.mean + 1e-9)
            #expect(less.p50 <= more.p50 + 1e-9)
            #expect(less.p99 <= more.p99 + 1e-9)
        }
        #expect(abs(answers[0].mean - 20 / 1.5) < 1e-9)
        #expect(copy.answers(at: copy.capacity) == nil)
    }

    @Test func oneCoreHasNothingOfSpeedAlone() throws {
        #expect(try #require(queue(1, 20, alone: 1.5).answers(at: 0)).mean == 20)
    }

    @Test(arguments: [
        (2, 30.29, 1.0, 0.0, 500.0, 150.0, 11), (2, 20, 1, 0, 300, 80, 5), (4, 64.79, 2.5, 1, 1000, 400, 22),
        (1, 33, 1, 0, 100_000, 200, 5536),
    ])
    func copiesAreEnoughAndNoMore(
        cores: Int, milliseconds: Double, alone: Double, variation: Double, rate: Double, latency: Double, expected: Int
    ) {
        let copy = queue(cores, milliseconds, alone: alone, variation: variation)
        #expect(copy.copies(for: rate, within: latency) == expected)
    }

    @Test func noNumberOfCopiesIsFasterThanOneRequest() {
        #expect(queue(2, 20).copies(for: 1, within: 10) == nil)
        #expect(queue(1, 0.001).copies(for: 1e9, within: 864e6) != nil)
    }
}

/// Plans of loads: what they take, and how they are asked for.
@Suite struct LoadPlanTests {
    private func cost(_ milliseconds: Double, framesPerSecond: Double? = nil) -> WorkCost {
        WorkCost(
            name: "test", coreMilliseconds: milliseconds, framesPerSecond: framesPerSecond, speedAlone: 1,
            memory: .init(withOneCore: 100, forEachFurtherCore: 50))
    }

    @Test func coreHoursAreItemsTimesTheirTime() {
        #expect(abs(cost(36).coreHours(images: 1e6) - 10) < 1e-9)
        #expect(cost(36).coreHours(videoHours: 1) == nil)
        #expect(cost(40, framesPerSecond: 25).coreHours(videoHours: 100) == 100)
    }

    @Test func filesAreSharedByWorkers() {
        let plan = BatchPlan(cost(36), coreHours: 100, hours: 10, utilization: 0.8, coresPerWorker: 4)
        #expect(plan.cores == 13)
        #expect(plan.workers == 4)
        #expect(plan.megabytesPerWorker == 250)
        let small = BatchPlan(cost(36), coreHours: 0.1, hours: 24, utilization: 0.8, coresPerWorker: 4)
        #expect(small.cores == 1)
        #expect(small.workers == 1)
        #expect(small.coresPerWorker == 1)
    }

    @Test func oneWorkerMayBeMissing() throws {
        let queue = ServiceQueue(cores: 2, coreMilliseconds: 30.29, speedAlone: 1, variation: 0)
        let plan = try #require(ServicePlan(cost(30.29), queue, requestsPerSecond: 500, latency: 150))
        #expect(plan.workers == 11)
        #expect(plan.cores == 24)
        #expect(plan.milliseconds.p99 <= 150)
        #expect(plan.curve.last?.load == 0.95)
        #expect(ServicePlan(cost(30.29), queue, requestsPerSecond: 500, latency: 30) == nil)
    }

    @Test(arguments: [("500ms", 500.0), ("0.5s", 500), ("2s", 2000), ("1.5ms", 1.5)])
    func timesHaveUnits(text: String, milliseconds: Double) {
        #expect(Latency(argument: text)?.milliseconds == milliseconds)
    }

    @Test(arguments: ["500", "0ms", "-1s", "1m", "ms", "1e9s", "nan", "99999999999s", ""])
    func otherTimesAreRefused(text: String) { #expect(Latency(argument: text) == nil) }

    @Test func tasksTakeTheServicesOptions() throws {
        #expect(
            try PlannedTask("face-landmarker?range=short&numFaces=1").name == "face-landmarker?range=short&numFaces=1")
        for text in ["face-landmark", "face-landmarker?faces=1", "face-landmarker?numFaces=0", ""] {
            #expect(throws: ValidationError.self) { try PlannedTask(text) }
        }
    }

    @Test(arguments: [
        ["--photos-per-day", "5"], ["--plan"], ["--plan", "--photos-per-day", "0"],
        ["--plan", "--photos-per-day", "nan"],
        ["--plan", "--photos-per-day", "5", "--hours-per-day", "5"], ["--plan", "--requests-per-second", "5"],
        ["--plan", "--hours-per-day", "5", "--latency", "1s"],
        ["--plan", "--photos-per-day", "5", "--row", "faces 2mp"],
        ["--plan", "--photos-per-day", "5", "--delegate", "gpu"], ["--plan", "--photos-per-day", "5", "--cores", "0"],
        ["--plan", "--photos-per-day", "5", "--task", "face"],
    ])
    func incompletePlansAreRefused(arguments: [String]) {
        #expect(throws: (any Error).self) { try LineamentCommand.parseAsRoot(["bench"] + arguments) }
    }

    @Test func rowsOfVideosAreForVideos() throws {
        let video = try Program.run("bench", "--plan", "--photos-per-day", "5", "--row", "pose-landmarker 720p")
        #expect(video.status == 2)
        #expect(video.errors.contains("--hours-per-day"))
        let images = try Program.run("bench", "--plan", "--hours-per-day", "5", "--row", "pose-landmarker 2mp")
        #expect(images.status == 2)
        #expect(images.errors.contains("images"))
    }

    @Test func tooShortATimeIsRefusedWithTheTimeOfOne() throws {
        let outcome = try Program.run(
            "bench", "--plan", "--requests-per-second", "1", "--core-ms", "20", "--latency", "10ms")
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains("20 ms"))
    }

    @Test func costsAreMeasuredHere() throws {
        let outcome = try Program.run(
            "bench", Sample.url.path, "--plan", "--photos-per-day", "1000000", "--task", "face-detector?range=short",
            "--seconds", "0.4", "--format", "json")
        #expect(outcome.status == 0, "\(outcome.errors)")
        let plan = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any]
        let cost = try #require(plan?["cost"] as? [String: Any])
        #expect((cost["coreMilliseconds"] as? Double ?? 0) > 0)
        #expect((cost["name"] as? String ?? "").hasPrefix("face-detector?range=short, "))
        #expect((plan?["coreHours"] as? Double ?? 0) > 0)
    }

    @Test func costsOfVideosAreMeasuredHere() throws {
        let scratch = try Scratch()
        try Clip.make(at: scratch.url("clip.mp4"))
        let outcome = try Program.run(
            "bench", scratch.url("clip.mp4").path, "--plan", "--hours-per-day", "10", "--task",
            "face-detector?range=short",
            "--seconds", "0.4")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.output.contains("of a core for each frame (measured here)"))
        #expect(outcome.output.contains("core hours a day: "))
    }

    /// docs/scale.md shows what the planner prints, and has the figures that it plans with.
    @Test func thePageShowsWhatTheProgramPrints() throws {
        let page = try String(contentsOf: TestData.packageRoot.appendingPathComponent("docs/scale.md"), encoding: .utf8)
        let shown = try #require(page.components(separatedBy: "```console\n").dropFirst().first)
        let runs = try #require(shown.components(separatedBy: "```").first).components(separatedBy: "$ ").dropFirst()
        #expect(runs.count == 2)
        for run in runs {
            let parts = run.split(separator: "\n", maxSplits: 1)
            let outcome = try Program.shell(String(parts[0]), in: TestData.packageRoot)
            #expect(outcome.output == String(parts[1]), "\(outcome.errors)")
        }
        for cost in WorkCost.measured {
            #expect(page.contains(String(format: " %.1f ", cost.coreMilliseconds)), "\(cost.name)")
        }
    }
}
