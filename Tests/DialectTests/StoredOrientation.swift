// SPDX-License-Identifier: Apache-2.0
import Foundation
import Lineament
import LineamentMLKit
import TestSupport

extension PixelBuffer {
    /// Returns the position in the stored image of a point of the upright image.
    func place(
        of point: (x: CGFloat, y: CGFloat), storedAs orientation: VisionDetectorImageOrientation
    ) -> (CGFloat, CGFloat) {
        let (w, h) = (CGFloat(width), CGFloat(height))
        return switch orientation {
        case .topLeft: (point.x, point.y)
        case .topRight: (w - point.x, point.y)
        case .bottomRight: (w - point.x, h - point.y)
        case .bottomLeft: (point.x, h - point.y)
        case .leftTop: (point.y, point.x)
        case .rightTop: (point.y, w - point.x)
        case .rightBottom: (h - point.y, w - point.x)
        case .leftBottom: (h - point.y, point.x)
        }
    }

    /// Returns the image as a camera with `orientation` stores it.
    func stored(as orientation: VisionDetectorImageOrientation) throws -> PixelBuffer {
        let rgb = rgbBytes
        let swaps = orientation.rawValue >= 5
        let (w, h) = swaps ? (height, width) : (width, height)
        var bytes = [UInt8](repeating: 0, count: w * h * 3)
        for y in 0..<height {
            for x in 0..<width {
                let middle = place(of: (CGFloat(x) + 0.5, CGFloat(y) + 0.5), storedAs: orientation)
                let to = (Int(middle.1) * w + Int(middle.0)) * 3
                for channel in 0..<3 { bytes[to + channel] = rgb[(y * width + x) * 3 + channel] }
            }
        }
        return try PixelBuffer(copying: bytes, width: w, height: h, format: .rgb8)
    }
}
