// SPDX-License-Identifier: Apache-2.0
extension RotatedRect {
    /// Returns the rectangle moved along its own vertical axis, made square by its longer side, and scaled, as MediaPipe's
    /// `rect_transformation_calculator.cc` does.
    /// - Parameters:
    ///   - shift: The distance, in heights of the rectangle; negative upward.
    ///   - scale: The factor.
    ///   - size: The size of the image, in pixels.
    ///   - style: Whose functions of angles are used.
    func expanded(shift: Float, scale: Float, in size: ImageSize, style: GraphStyle) -> RotatedRect {
        var rect = self
        if rotation == 0 {
            rect.yCenter += height * shift
        } else {
            let distance = size.height * height * shift
            rect.xCenter += -(distance * style.sine(rotation)) / size.width
            rect.yCenter += distance * style.cosine(rotation) / size.height
        }
        let side = max(width * size.width, height * size.height)
        rect.width = side / size.width * scale
        rect.height = side / size.height * scale
        return rect
    }
}
