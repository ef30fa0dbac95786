// SPDX-License-Identifier: Apache-2.0
import Foundation
import LineamentImages
import TestSupport
import Testing

@testable import Lineament

/// Tensor values that the specification lists for MediaPipe's own images.
@Suite(.enabled(if: TestData.isPresent, "\(TestData.isAbsentMessage)"))
struct MeasuredTensorsTests {
    /// Returns the tensor that is sampled from a region of a portrait.
    private func tensor(_ region: PixelRegion, _ output: InputTensorSpecification, border: BorderMode) throws -> [Float]
    {
        let pixels = try ImageDecoder().decode(contentsOf: TestData.url("official/sergey.png"))
        let sampler = try #require(PerspectiveSampler(region: region, output: output, border: border, style: .tasks))
        var values = [Float](repeating: .nan, count: output.width * output.height * 3)
        values.withUnsafeMutableBufferPointer { pixels.sample(sampler, into: $0) }
        return values
    }

    private func mean(_ values: [Float]) -> Double { values.reduce(0) { $0 + Double($1) } / Double(values.count) }

    @Test func wholeImageBecomesTheMeasuredTensor() throws {
        let values = try tensor(
            PixelRegion(xCenter: 300, yCenter: 300, width: 600, height: 600, rotation: 0),
            InputTensorSpecification(width: 128, height: 128, range: -1...1), border: .zero)
        let center = (64 * 128 + 64) * 3
        // The specification prints six decimals.
        for (value, expected) in zip(values[center..<center + 3], [Float(0.498039), -0.137255, -0.168627]) {
            #expect(abs(value - expected) < 1e-6)
        }
        #expect(abs(mean(values) + 0.022678) < 1e-6)
    }

    @Test func rotatedFaceBecomesTheMeasuredTensor() throws {
        let values = try tensor(
            PixelRegion(
                xCenter: 296.09802, yCenter: 344.62326, width: 509.19336, height: 509.15762, rotation: 0.015627839),
            InputTensorSpecification(width: 256, height: 256, range: 0...1), border: .replicate)
        #expect(abs(mean(values) - 0.456784) < 1e-6)
    }
}
