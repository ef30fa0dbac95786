// SPDX-License-Identifier: Apache-2.0
internal import TestSupport
internal import Testing

@testable internal import Lineament

/// What `-v` and the service say about the cores.
@Suite struct CoreUseTests {
    @Test func inferencesAreCountedByTheirThreads() throws {
        let options = FaceDetectorOptions()
        options.baseOptions.numThreads = 3
        let detector = try FaceDetector(options: options)
        let before = CoreUse.current.inferences[3, default: 0]
        _ = try detector.detect(image: Sample.image())
        #expect(CoreUse.current.inferences[3, default: 0] > before)
    }

    @Test func aNewModelTakesWhatACallMay() {
        #expect((1...Threading.usual).contains(CoreUse.current.threads))
        #expect(InferenceWidth.expected(for: 1) == 1)
    }

    @Test func callsAreCounted() {
        let load = CoreLoad(cores: 4) { 1 }
        #expect(load.calls == 1)
        load.begin()
        load.begin()
        #expect(load.calls == 2)
    }
}
