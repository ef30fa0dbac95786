// SPDX-License-Identifier: Apache-2.0
public import Foundation
internal import Lineament

/// Factors for the scores of blendshapes, for faces or models that move too little or too much.
public struct ShapeGains: Sendable, Equatable {
    /// The factor of each shape, in the order of `Blendshape`.
    private var factors = [Float](repeating: 1, count: Blendshape.allCases.count)

    /// Creates gains of 1.
    public init() {}

    /// Reads a JSON object of names and factors, such as `{"jawOpen": 1.4, "browInnerUp": 0.6}`.
    /// - Throws: `LineamentError` with code `invalidArgument` for an unknown name or a factor outside 0 to 10.
    public init(json: Data) throws {
        guard let values = try? JSONDecoder().decode([String: Float].self, from: json) else {
            throw LineamentError(
                .invalidArgument, "Gains are a JSON object of blendshapes and numbers, such as {\"jawOpen\": 1.4}.")
        }
        for (name, factor) in values.sorted(by: { $0.key < $1.key }) { try set(name, factor) }
    }

    private mutating func set(_ name: String, _ factor: Float) throws {
        guard let shape = Blendshape(rawValue: name) else {
            let names = Blendshape.allCases.dropFirst().map(\.rawValue).joined(separator: ", ")
            throw LineamentError(.invalidArgument, "There is no blendshape \(name). There are: \(names).")
        }
        guard (0...10).contains(factor) else {
            throw LineamentError(.invalidArgument, "The gain of \(name) must be from 0 to 10, not \(factor).")
        }
        factors[shape.index] = factor
    }

    /// Returns multiplied scores, 0 to 1.
    func applied(to scores: [Float]) -> [Float] {
        zip(scores, factors).map { max(0, min(1, $0 * $1)) }
    }
}
