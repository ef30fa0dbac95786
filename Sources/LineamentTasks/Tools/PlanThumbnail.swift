// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Lineament
internal import LineamentImages
internal import LineamentTools

/// The small images of plans, by which a person knows who is meant.
enum PlanThumbnail {
    /// The longer side, in pixels.
    private static let side = 96
    private static let quality = 80

    private static let encoder = {
        var encoder = ImageEncoder()
        encoder.jpegQuality = quality
        return encoder
    }()

    /// Returns a part of an image as a URL of the scheme `data`; `nil` if nothing of it is in the image.
    static func url(of rect: CGRect, in pixels: PixelBuffer) -> String? {
        let size = CGSize(width: pixels.width, height: pixels.height)
        guard let transform = CropTransform(box: rect, margin: 0, in: size, longerSide: side),
            let crop = try? pixels.cropped(transform).withColorProfile(nil),
            let data = try? encoder.encode(crop, as: .jpeg)
        else { return nil }
        return "data:image/jpeg;base64," + data.base64EncodedString()
    }
}
