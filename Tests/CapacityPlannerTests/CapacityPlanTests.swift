// SPDX-License-Identifier: Apache-2.0
import CapacityPlanner
import Testing

/// Plans of loads: what they take.
@Suite struct CapacityPlanTests {
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
}
