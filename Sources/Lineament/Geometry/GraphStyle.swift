// SPDX-License-Identifier: Apache-2.0
internal import Foundation

/// The graph that a stage reproduces, where MediaPipe's current tasks and its older solutions differ.
enum GraphStyle: Sendable {
    /// MediaPipe's tasks, whose functions of angles are exact to the last bit: double is used and rounded.
    case tasks
    /// MediaPipe's solutions as of 0.10.21, whose functions of angles are the system's for float.
    case solutions

    func sine(_ angle: Float) -> Float { self == .tasks ? Float(sin(Double(angle))) : sinf(angle) }

    func cosine(_ angle: Float) -> Float { self == .tasks ? Float(cos(Double(angle))) : cosf(angle) }

    func arctangent(_ y: Float, _ x: Float) -> Float {
        self == .tasks ? Float(atan2(Double(y), Double(x))) : atan2f(y, x)
    }
}
