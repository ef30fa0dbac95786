/// The coefficients that define luma and chroma in terms of red, green and blue.
public enum ColorMatrix: Sendable, Hashable, CaseIterable {
    /// ITU-R BT.601: JPEG and standard definition; also the default for unlabeled images.
    case bt601
    /// ITU-R BT.709: high definition.
    case bt709
    /// ITU-R BT.2020, non-constant luminance: ultra-high definition.
    case bt2020

    /// The weights of red and blue in luma, Kr and Kb; that of green makes their sum 1.
    var shares: (red: Double, blue: Double) {
        switch self {
        case .bt601: (0.299, 0.114)
        case .bt709: (0.2126, 0.0722)
        case .bt2020: (0.2627, 0.0593)
        }
    }
}
