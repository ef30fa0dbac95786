/// A low-pass filter of the first order; which step is in float and which in double is MediaPipe's.
enum LowPass {
    /// `share` of the new value and the rest of the old.
    static func mixed(_ new: Float, _ old: Float, share: Float) -> Float {
        Float(Double(share * new) + (1 - Double(share)) * Double(old))
    }
}
