// SPDX-License-Identifier: Apache-2.0
import Foundation
import Lineament
import LineamentVideo
import TestSupport

/// A short generated video, so that no test needs a file.
enum Clip {
    /// Creates a video of the upper half of the sample photo, which drifts to the right.
    static func make(at url: URL, frames: Int = 30) throws {
        let photo = try Sample.pixels()
        let rgb = photo.rgbBytes
        let (width, height) = (320, 240)
        let writer = try VideoWriter(path: url.path, width: width, height: height, frameRate: 25)
        for frame in 0..<frames {
            var bytes: [UInt8] = []
            for row in 0..<height {
                let start = ((row + 10) * photo.width + 80 - frame) * 3
                bytes += rgb[start..<start + width * 3]
            }
            let picture = try PixelBuffer(copying: bytes, width: width, height: height, format: .rgb8)
            try writer.write(picture, time: Double(frame) / 25)
        }
        try writer.finish()
    }
}
