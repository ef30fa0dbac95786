// SPDX-License-Identifier: Apache-2.0

/// A device that requests run on.
public enum MLComputeDevice: Sendable, Hashable, CustomStringConvertible {
    case cpu

    /// The name of the device.
    public var description: String { "CPU" }
}
