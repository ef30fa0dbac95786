// SPDX-License-Identifier: Apache-2.0
internal import Foundation

/// The comparison of a model's outputs on a GPU with those on the CPU, before they are trusted.
package struct GPUProbe: Sendable, Hashable {
    /// The largest difference that is allowed, as a part of an output's largest value, or of 1 if that is smaller. The
    /// models that run correctly stay below a third of it, the masks of bodies being closest to that.
    package static let bound: Float = 1e-3
    /// The same with 16-bit floats, where the models stay below half of it, except for the masks of bodies.
    package static let halfBound: Float = 2e-2

    /// The largest difference between two values of an output.
    package let difference: Float
    /// The largest value of that output.
    package let largest: Float
    /// How many of the model's operations the GPU runs.
    package let delegation: GPUDelegation

    /// Whether every output is within the bound of the floats that the GPU computes in.
    package func passes(_ precision: GPUPrecision) -> Bool { excess <= Self.bound(of: precision) }

    /// The bound of the floats that the GPU computes in.
    package static func bound(of precision: GPUPrecision) -> Float { precision == .half ? halfBound : bound }

    /// Runs a model on both, on an input that looks like an image or, if it takes none, like points in one.
    /// - Throws: ``LiteRTError`` if a run fails.
    package static func run(_ gpu: any ModelPool, against cpu: any ModelPool) throws -> GPUProbe {
        let expected = try outputs(of: cpu).values
        let (found, delegation) = try outputs(of: gpu)
        guard expected.map(\.count) == found.map(\.count) else {
            throw LiteRTError.gpu("its outputs of \(gpu.model.name) have other sizes")
        }
        let probes = zip(expected, found).map { expected, found in
            GPUProbe(
                difference: zip(expected, found).reduce(0) { max($0, abs($1.0 - $1.1)) },
                largest: expected.reduce(0) { max($0, abs($1)) }, delegation: delegation)
        }
        guard let worst = probes.max(by: { $0.excess < $1.excess }) else {
            throw LiteRTError.gpu("\(gpu.model.name) has no outputs")
        }
        return worst
    }

    private var excess: Float { difference / max(largest, 1) }

    private static func outputs(of pool: any ModelPool) throws -> (values: [[Float]], GPUDelegation) {
        try pool.withModel { compiled in
            for input in compiled.inputs { fill(input) }
            try compiled.run()
            return (compiled.outputs.map(\.values), compiled.delegation)
        }
    }

    /// Fills an input with waves of each color and some noise, from 0 to 1, or with points up to 256 pixels apart.
    private static func fill(_ input: Tensor) {
        let isImage = input.shape.count == 4
        let width = isImage ? input.shape[2] : 1
        var state: UInt32 = 1
        for index in 0..<input.count {
            state = state &* 1_664_525 &+ 1_013_904_223
            let noise = Float(state >> 8) / Float(1 << 24)
            guard isImage else {
                input[index] = 256 * noise
                continue
            }
            let pixel = index / max(1, input.shape[3])
            let phase = Float(pixel % width) / 9 + Float(pixel / width) / 7 + Float(index % max(1, input.shape[3]))
            input[index] = 0.4 + 0.3 * sin(phase) + 0.3 * noise
        }
    }
}
