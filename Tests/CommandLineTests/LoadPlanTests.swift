// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import CapacityPlanner
import Foundation
import TestSupport
import Testing

@testable import LineamentCLI

/// Plans of loads: how they are asked for.
@Suite struct LoadPlanTests {
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
