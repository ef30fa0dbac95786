// SPDX-License-Identifier: Apache-2.0

/// The coefficients that define luma and chroma in terms of red, green and blue.
public enum ColorMatrix: Sendable, Hashable, CaseIterable {
    /// ITU-R BT.601: JPEG and standard definition; also the default for unlabeled images.
    case bt601
    /// ITU-R BT.709: high definition.
    case bt709
    /// ITU-R BT.2020, non-constant luminance: ultra-high definition.
    case bt2020
}
