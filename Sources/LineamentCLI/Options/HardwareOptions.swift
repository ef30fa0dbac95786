// SPDX-License-Identifier: Apache-2.0
internal import ArgumentParser
internal import Lineament

/// The hardware that runs the models.
struct HardwareOptions: ParsableArguments {
    enum Delegate: String, CaseIterable, ExpressibleByArgument {
        case cpu, gpu
    }

    @Option(
        help: """
            Hardware that runs the models: cpu, or gpu, which fails if there is no GPU that computes them correctly. It \
            requires lineament models fetch gpu or, for CUDA, fetch cuda.
            """)
    var delegate = Delegate.cpu

    @Flag(help: "Let the GPU compute with 16-bit floats, which is faster on most, but moves landmarks.")
    var halfPrecision = false

    /// - Throws: `ValidationError` if 16-bit floats are allowed for the CPU, which does not have them.
    func validate() throws {
        guard delegate == .gpu || !halfPrecision else {
            throw ValidationError("--half-precision is for a GPU. Add --delegate gpu.")
        }
    }

    /// How a GPU runs the models; `nil` if the CPU does. A user who asks for a GPU does not want anything else.
    var gpu: GPUUse? { delegate == .gpu ? GPUUse(isRequired: true, allowsHalfPrecision: halfPrecision) : nil }
}
