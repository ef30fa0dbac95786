public import Lineament

/// One frame of a video.
public struct VideoFrame: Sendable {
    /// The picture, turned upright as the video's metadata says; usually in planes, as the decoder made it.
    public let pixels: PixelBuffer
    /// The time at which the frame is shown, counted from the first frame; grows from frame to frame.
    public let timestampInMilliseconds: Int
    /// The frame's number in the video, from 0.
    public let index: Int
}
