// SPDX-License-Identifier: Apache-2.0
public import Lineament

/// How a redaction makes what it covers unrecognizable.
public enum RedactionMethod: Sendable {
    /// The covered area becomes a few smooth spots: means of square cells, three quarters of the face's width on each
    /// side, with contrast reduced to 30% and blended.
    case blur
    /// The covered area becomes a few squares, each three quarters of the face as wide, with contrast reduced to 30%.
    case pixelate
    /// The covered area is replaced by a color. The only methods that leave nothing are this and an image: averages
    /// can be compared with those of known faces, and there are models that generate a plausible face from them.
    case fill(Color)
    /// The covered area is replaced by an image, scaled to it; where the image is transparent, by black.
    case image(PixelBuffer)
}
