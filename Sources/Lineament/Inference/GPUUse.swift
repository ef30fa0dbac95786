// SPDX-License-Identifier: Apache-2.0

/// How the models of a task run on a GPU.
package struct GPUUse: Sendable, Hashable {
    /// Whether creating the task fails if the GPU cannot run its models; otherwise the CPU runs them instead.
    package var isRequired: Bool
    /// Whether the GPU may compute with 16-bit floats.
    package var allowsHalfPrecision: Bool

    /// Describes a use.
    package init(isRequired: Bool, allowsHalfPrecision: Bool) {
        self.isRequired = isRequired
        self.allowsHalfPrecision = allowsHalfPrecision
    }
}

extension BaseOptions {
    /// How a GPU runs the models; `nil` if the CPU does.
    package var gpu: GPUUse? {
        get {
            guard delegate == .GPU else { return nil }
            return GPUUse(isRequired: requiresDelegate, allowsHalfPrecision: allowsHalfPrecision)
        }
        set {
            delegate = newValue == nil ? .CPU : .GPU
            requiresDelegate = newValue?.isRequired ?? false
            allowsHalfPrecision = newValue?.allowsHalfPrecision ?? false
        }
    }
}
