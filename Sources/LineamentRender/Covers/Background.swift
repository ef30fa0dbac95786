// SPDX-License-Identifier: Apache-2.0
public import Lineament

/// The background of people who are cut out of an image.
public enum Background: Sendable {
    /// Nothing: the image's alpha is the confidence of the masks. Not for JPEG and videos.
    case transparent
    /// The image itself, blurred without the people in it.
    case blurred
    /// A color.
    case color(Color)
    /// Another image in a packed format, scaled to fill the image and cut at the edges.
    case image(PixelBuffer)
}
