public import Lineament

/// How a redaction makes what it covers unrecognizable.
public enum RedactionMethod: Sendable {
    /// What is covered becomes a few smooth spots: means over cells of at least a sixth of a face's width, blended.
    case blur
    /// What is covered becomes a few squares of at least a sixth of a face's width.
    case pixelate
    /// What is covered is replaced by a color. The only method that leaves nothing: means can be compared with those of
    /// candidates, and models exist that invent a plausible face from them.
    case fill(Color)
    /// What is covered is replaced by a picture, scaled to the area; where it is transparent, by black.
    case picture(PixelBuffer)
}
