public import Lineament

/// One frame of a video.
public struct VideoFrame: Sendable {
    /// The picture, turned upright as the video's metadata says; usually in planes, as the decoder made it.
    public let pixels: PixelBuffer
    /// The time at which the frame is shown, counted from the first frame; grows from frame to frame.
    public let timestampInMilliseconds: Int
    /// The same time in seconds, as exact as the video has it.
    public let time: Double
    /// The frame's number, from 0 where reading began.
    public let index: Int
}
