// SPDX-License-Identifier: Apache-2.0

/// One operator of a model that is not the runtime's own.
protocol CustomOperator: Sendable {
    /// The name in models.
    static var name: String { get }
    /// The version in models.
    static var version: Int { get }

    /// Creates the operator from its options in the model; `nil` if they are not valid.
    init?(options: [UInt8])

    /// Returns the shape of the output; `nil` if the inputs do not fit.
    func outputShape(_ inputs: [[Int]]) -> [Int]?

    /// Computes the output.
    /// - Parameters:
    ///   - inputs: The inputs, whose shapes ``outputShape(_:)`` has accepted.
    ///   - output: The output, of the shape that it has returned.
    func run(_ inputs: [OperatorTensor], output: OperatorTensor)
}

/// A float32 tensor that a custom operator reads or writes.
struct OperatorTensor {
    let shape: [Int]
    let elements: UnsafeMutablePointer<Float>
}
