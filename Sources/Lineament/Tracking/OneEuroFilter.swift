/// One-Euro filters for the coordinates of many points that share their times: the slower a value moves, the more it is smoothed.
///
/// Casiez, Roussel, Vogel, "1€ Filter", CHI 2012. Which steps are in float and which in double is MediaPipe's, and so is
/// the use of the previous raw value for the speed.
struct OneEuroFilter: Sendable {
    struct Parameters: Sendable, Hashable {
        var minCutoff: Double
        var beta: Double
        var derivativeCutoff: Double
        /// Values a second, assumed until two times are known.
        var initialFrequency = 30.0

        /// Landmarks of a face or a body in the image.
        static let imageLandmarks = Parameters(minCutoff: 0.05, beta: 80, derivativeCutoff: 1)
        /// Landmarks of a body in metres.
        static let worldLandmarks = Parameters(minCutoff: 0.1, beta: 40, derivativeCutoff: 1)
    }

    private struct Memory {
        var raw: SIMD3<Float>
        var value: SIMD3<Float>
        var derivative: SIMD3<Float>
    }

    private let parameters: Parameters
    private var frequency: Double
    /// In nanoseconds.
    private var lastTime: Int64 = -1
    private var memory: [Memory] = []

    init(_ parameters: Parameters) {
        self.parameters = parameters
        frequency = parameters.initialFrequency
    }

    /// Smooths `points` in place.
    /// - Parameters:
    ///   - time: in nanoseconds; points that are not later than the last are left as they are.
    ///   - scale: brings speeds to a size that does not depend on how large the object is.
    mutating func apply(to points: inout [SIMD3<Float>], time: Int64, scale: Double) {
        guard time > lastTime else { return }
        // A time of 0 counts as unknown, as in MediaPipe.
        if lastTime != 0, time != 0 { frequency = 1 / (Double(time - lastTime) * 1e-9) }
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
                let cutoff = parameters.minCutoff + parameters.beta * Double(abs(derivative))
                state.derivative[axis] = derivative
                state.value[axis] = LowPass.mixed(raw[axis], state.value[axis], share: Float(share(cutoff: cutoff)))
            }
            state.raw = raw
            memory[index] = state
            points[index] = state.value
        }
    }

    /// How much of a new value a low-pass filter takes.
    private func share(cutoff: Double) -> Double { 1 / (1 + frequency / (2 * Double.pi * cutoff)) }
}

/// A low-pass filter of the first order; which step is in float and which in double is MediaPipe's.
enum LowPass {
    /// `share` of the new value and the rest of the old.
    static func mixed(_ new: Float, _ old: Float, share: Float) -> Float {
        Float(Double(share * new) + (1 - Double(share)) * Double(old))
    }
}
