// SPDX-License-Identifier: Apache-2.0
internal import Foundation

/// The logistic function in float32, for scores that are Lineament's own; the exponential is computed in double so that it
/// is exact to the last bit.
func sigmoid(_ value: Float) -> Float { 1 / (1 + Float(exp(-Double(value)))) }

/// The logistic function as MediaPipe's tasks have it, or its solutions, whose exponential is the system's for float.
func sigmoid(_ value: Float, style: GraphStyle) -> Float {
    style == .tasks ? sigmoid(value) : 1 / (1 + expf(-value))
}
