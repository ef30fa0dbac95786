internal import Foundation

/// The logistic function in float32; the exponential is computed in double so that it is exact to the last bit.
func sigmoid(_ value: Float) -> Float { 1 / (1 + Float(exp(-Double(value)))) }
