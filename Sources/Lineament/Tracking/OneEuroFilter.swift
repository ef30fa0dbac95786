// SPDX-License-Identifier: Apache-2.0

/// One-Euro filters for the coordinates of points that share their timestamps: the slower a coordinate changes, the
/// more it is smoothed.
///
/// Casiez, Roussel, Vogel, "1€ Filter", CHI 2012. As in MediaPipe's `one_euro_filter.cc`, some steps are in float and
/// others in double, and speeds are computed from the previous raw value.
struct OneEuroFilter: Sendable {
    /// The parameters of the filter.
    struct Parameters: Sendable, Hashable {
        /// The cutoff frequency at rest, in hertz; lower values smooth more. A float, as in MediaPipe's options: 0.05 is
        /// not the 0.05 of a double.
        var minCutoff: Float
        /// The growth of the cutoff frequency with speed; higher values lag less.
        var beta: Double
        /// The cutoff frequency of the speed, in hertz.
        var derivativeCutoff: Double
        /// The number of values per second that is assumed until two timestamps are known.
        var initialFrequency = 30.0

        /// The parameters for landmarks of a face or body in the image.
        static let imageLandmarks = Parameters(minCutoff: 0.05, beta: 80, derivativeCutoff: 1)
        /// The parameters for landmarks of a body in meters.
        static let worldLandmarks = Parameters(minCutoff: 0.1, beta: 40, derivativeCutoff: 1)
        /// The parameters for the two points that determine a body's next region.
        static let regionPoints = Parameters(minCutoff: 0.01, beta: 10, derivativeCutoff: 1)
    }

    /// The state of one point.
    private struct Memory {
        var raw: SIMD3<Float>
        var value: SIMD3<Float>
        var derivative: SIMD3<Float>
    }

    private let parameters: Parameters
    private var frequency: Double
    /// The timestamp of the last points, in nanoseconds; `nil` before the first.
    private var lastTime: Int64?
    private var memory: [Memory] = []

    init(_ parameters: Parameters) {
        self.parameters = parameters
        frequency = parameters.initialFrequency
    }

    /// Smooths `points` in place.
    /// - Parameters:
    ///   - points: The points.
    ///   - time: Their timestamp, in nanoseconds; if it is not later than the last, the points are left unchanged.
    ///   - scale: The factor that makes speeds independent of the size of the object.
    mutating func apply(to points: inout [SIMD3<Float>], time: Int64, scale: Double) {
        if let lastTime {
            guard time > lastTime else { return }
            // Unsigned, so that timestamps far before and after 0 do not overflow.
            let elapsed = UInt64(bitPattern: time &- lastTime)
            // As in MediaPipe, a timestamp of 0 means that it is unknown.
            if lastTime != 0, time != 0 { frequency = 1 / (Double(elapsed) * 1e-9) }
        }
        lastTime = time
        guard memory.count == points.count else {
            memory = points.map { Memory(raw: $0, value: $0, derivative: .zero) }
            return
        }
        let derivativeShare = Float(share(cutoff: parameters.derivativeCutoff))
        for index in points.indices {
            var state = memory[index]
            let raw = points[index]
            for axis in 0..<3 {
                let speed = (Double(raw[axis]) - Double(state.raw[axis])) * scale * frequency
                let derivative = LowPass.mixed(Float(speed), state.derivative[axis], share: derivativeShare)
                let cutoff = Double(parameters.minCutoff) + parameters.beta * Double(abs(derivative))
                state.derivative[axis] = derivative
                state.value[axis] = LowPass.mixed(raw[axis], state.value[axis], share: Float(share(cutoff: cutoff)))
            }
            state.raw = raw
            memory[index] = state
            points[index] = state.value
        }
    }

    /// Returns the weight of a new value in a low-pass filter with the given cutoff frequency.
    private func share(cutoff: Double) -> Double {
        let period = 1 / frequency
        let constant = 1 / (2 * Double.pi * cutoff)
        return 1 / (1 + constant / period)
    }
}

/// A first-order low-pass filter, with float and double used as in MediaPipe's `low_pass_filter.cc`.
enum LowPass {
    /// Returns the sum of `share` of the new value and the rest of the old one.
    static func mixed(_ new: Float, _ old: Float, share: Float) -> Float {
        Float(Double(share * new) + (1 - Double(share)) * Double(old))
    }
}
