/// One-Euro filters for many values that share their times: the slower a value moves, the more it is smoothed.
///
/// Casiez, Roussel, Vogel, "1€ Filter", 2012. Which steps are in float and which in double is MediaPipe's, and so is
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
        var raw: Float
        var value: Float
        var derivative: Float
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

    /// Smooths `values` in place.
    /// - Parameters:
    ///   - time: in nanoseconds; values that are not later than the last are left as they are.
    ///   - scale: brings speeds to a size that does not depend on how large the object is.
    mutating func apply(to values: inout [Float], time: Int64, scale: Double) {
        guard time > lastTime else { return }
        // A time of 0 counts as unknown, as in MediaPipe.
        if lastTime != 0, time != 0 { frequency = 1 / (Double(time - lastTime) * 1e-9) }
        lastTime = time
        guard memory.count == values.count else {
            memory = values.map { Memory(raw: $0, value: $0, derivative: 0) }
            return
        }
        let derivativeShare = Float(share(cutoff: parameters.derivativeCutoff))
        for index in values.indices {
            var state = memory[index]
            let raw = values[index]
            let speed = (Double(raw) - Double(state.raw)) * scale * frequency
            state.derivative = LowPass.mixed(Float(speed), state.derivative, share: derivativeShare)
            let cutoff = parameters.minCutoff + parameters.beta * Double(abs(state.derivative))
            state.value = LowPass.mixed(raw, state.value, share: Float(share(cutoff: cutoff)))
            state.raw = raw
            memory[index] = state
            values[index] = state.value
        }
    }

    /// How much of a new value a low-pass filter takes.
    private func share(cutoff: Double) -> Double { 1 / (1 + frequency / (2 * Double.pi * cutoff)) }
}
