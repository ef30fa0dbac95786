// SPDX-License-Identifier: Apache-2.0
internal import CLineamentFFmpeg

/// The light of the display that a video was made for, and of its brightest pixels, in the words of x264 and x265.
struct DisplayLight: Hashable {
    /// The primaries, the white point and the luminance of the display; `nil` if unknown.
    let display: String?
    /// The luminance of the brightest pixel and of the brightest frame, in candelas per square meter; `nil` if unknown.
    let content: String?

    /// Creates the values that a frame carries; `nil` if it has none.
    init?(_ frame: DecodedFrame) {
        func text(_ read: (AVFrame, UnsafeMutablePointer<CChar>, Int32) -> Bool) -> String? {
            withUnsafeTemporaryAllocation(of: CChar.self, capacity: 160) { text in
                guard let start = text.baseAddress, read(frame.pointer, start, 160) else { return nil }
                return String(cString: start)
            }
        }
        display = text(lineament_av_display_light)
        content = text(lineament_av_content_light)
        if display == nil, content == nil { return nil }
    }
}
