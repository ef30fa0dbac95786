// SPDX-License-Identifier: Apache-2.0

/// The hardware that models run on.
public enum Delegate: UInt, Sendable {
    /// The CPU, on which everything runs.
    case CPU = 0
    /// A GPU with CUDA or a Vulkan driver; where there is none, the CPU. See ``BaseOptions/delegate``.
    case GPU = 1
}
