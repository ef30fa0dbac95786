// SPDX-License-Identifier: Apache-2.0

/// The origin of a model: a file, the part of it that holds the model, and what was rewritten. Models with equal
/// identities are equal.
struct ModelIdentity: Hashable, Sendable {
    /// A change of a model.
    enum Rewriting: Hashable, Sendable {
        case keepingOutputs([Int])
        case expandingPReLU
        case expandingSparseWeights
        case replacingSlices
        case takingContiguousMean
        case separatingScalings
        case scaled(width: Int, height: Int, border: Int)
    }

    /// See ``MappedFile/identity``.
    let file: [Int]
    /// The bytes of the file.
    let part: Range<Int>
    var rewritings: [Rewriting] = []

    /// Returns the identity after a change.
    func after(_ rewriting: Rewriting) -> ModelIdentity {
        var changed = self
        changed.rewritings.append(rewriting)
        return changed
    }
}
