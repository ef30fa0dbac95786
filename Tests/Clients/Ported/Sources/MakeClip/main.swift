// SPDX-License-Identifier: Apache-2.0

// Makes a video of the photo, which drifts to the right for 30 frames.

import Checks
import Foundation
import Lineament
import LineamentImages
import LineamentVideo

let paths = arguments("PHOTO", "CLIP.mp4")
let photo = try ImageDecoder().decode(contentsOf: URL(fileURLWithPath: paths[0]))
let size = photo.format == .rgb8 ? 3 : 4
let (width, height) = (photo.width - 32, photo.height)
let writer = try VideoWriter(path: paths[1], width: width, height: height, frameRate: 25)
for frame in 0..<30 {
    let bytes = try photo.withPlanes { planes in
        (0..<height).flatMap { row in
            UnsafeRawBufferPointer(
                start: planes[0].address + row * planes[0].bytesPerRow + (30 - frame) * size, count: width * size)
        }
    }
    let image = try PixelBuffer(copying: bytes, width: width, height: height, format: photo.format)
    try writer.write(image, time: Double(frame) / 25)
}
try writer.finish()
