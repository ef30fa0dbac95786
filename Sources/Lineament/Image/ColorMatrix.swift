/// How luma and chroma are made from red, green and blue.
public enum ColorMatrix: Sendable, Hashable, CaseIterable {
    /// ITU-R BT.601: JPEG, standard definition, and what is taken where nothing is said.
    case bt601
    /// ITU-R BT.709: high definition.
    case bt709
    /// ITU-R BT.2020, non-constant luminance: ultra-high definition.
    case bt2020

    /// The shares of red and blue in luma.
    var shares: (red: Double, blue: Double) {
        switch self {
        case .bt601: (0.299, 0.114)
        case .bt709: (0.2126, 0.0722)
        case .bt2020: (0.2627, 0.0593)
        }
    }
}
