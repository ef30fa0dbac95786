// SPDX-License-Identifier: Apache-2.0
internal import Foundation

extension Canvas {
    /// Draws the bounding box of a face or person.
    func strokeBox(_ box: CGRect, _ style: OverlayStyle, _ scale: DrawingScale, width: Double = 1.8) {
        guard !box.isNull else { return }
        strokeRectangle(
            x: box.minX, y: box.minY, width: box.width, height: box.height, style.colors.box,
            lineWidth: width * scale.factor * style.lineWidth)
    }

    /// Draws a landmark as a dot with a rim around it, which shows on any background.
    func fillDot(_ center: Point, radius: Double, rim: Double, _ color: Color, rimColor: Color = .black) {
        fillCircle(center, radius: radius + rim, rimColor)
        fillCircle(center, radius: radius, color)
    }
}
