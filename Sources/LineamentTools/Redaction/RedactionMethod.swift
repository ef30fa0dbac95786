// SPDX-License-Identifier: Apache-2.0
public import Lineament

/// How a redaction makes what it covers unrecognizable.
public enum RedactionMethod: Sendable {
    /// What is covered becomes a few smooth spots: means of square cells, three quarters of the face's width on each side,
    /// with contrast reduced to 30% and blended.
    case blur
    /// What is covered becomes a few squares, three quarters of the face's width on each side, with contrast reduced to 30%.
    case pixelate
    /// What is covered is replaced by a color. The only methods that leave nothing are this and an image: averages
    /// can be compared with those of known faces, and there are models that generate a plausible face from them.
    case fill(Color)
    /// What is covered is replaced by an image, scaled to the area; where it is transparent, by black.
    case image(PixelBuffer)
}
