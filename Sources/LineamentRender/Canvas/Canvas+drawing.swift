// SPDX-License-Identifier: Apache-2.0
internal import CLineamentCairo
public import Foundation
public import Lineament

// Positions and sizes are in pixels; line widths, radii and text sizes are in units of ``Canvas/unit``. A shape with a
// position or size that is not finite, or farther from the image than Cairo can compute with, is not drawn.
extension Canvas {
    /// The largest coordinate, in pixels; Cairo's own limit is 2²³.
    private static let farthest = 1e6
    /// The smallest side of a blurred area, in pixels. Less hides nothing, and Cairo cannot scale by 0.
    private static let thinnest = 1e-3

    private func canDraw(_ coordinates: Double...) -> Bool {
        coordinates.allSatisfy { abs($0) <= Self.farthest }
    }

    /// Draws lines with a dark outline, which keeps them visible on a light background.
    public func strokeLines(_ lines: [(from: Point, to: Point)], _ color: Color, width: Double) {
        for line in lines where canDraw(line.from.x, line.from.y, line.to.x, line.to.y) {
            cairo.cairo_move_to(context, line.from.x, line.from.y)
            cairo.cairo_line_to(context, line.to.x, line.to.y)
        }
        stroke(color, width: width)
    }

    /// Draws the outline of a rectangle.
    public func strokeRectangle(x: Double, y: Double, width: Double, height: Double, _ color: Color, lineWidth: Double)
    {
        guard canDraw(x, y, width, height) else { return }
        cairo.cairo_rectangle(context, x, y, width, height)
        stroke(color, width: lineWidth)
    }

    /// Draws the outline of the ellipse in a rectangle.
    public func strokeEllipse(_ rect: CGRect, _ color: Color, width lineWidth: Double) {
        guard canDraw(rect.minX, rect.minY, rect.width, rect.height), min(rect.width, rect.height) >= Self.thinnest
        else { return }
        cairo.cairo_save(context)
        cairo.cairo_new_sub_path(context)
        cairo.cairo_translate(context, rect.midX, rect.midY)
        cairo.cairo_scale(context, rect.width / 2, rect.height / 2)
        cairo.cairo_arc(context, 0, 0, 1, 0, 2 * Double.pi)
        cairo.cairo_restore(context)
        stroke(color, width: lineWidth)
    }

    /// Fills a rectangle.
    public func fillRectangle(x: Double, y: Double, width: Double, height: Double, _ color: Color) {
        guard canDraw(x, y, width, height) else { return }
        cairo.cairo_rectangle(context, x, y, width, height)
        set(color)
        cairo.cairo_fill(context)
    }

    /// Fills a circle.
    public func fillCircle(_ center: Point, radius: Double, _ color: Color) {
        guard canDraw(center.x, center.y, radius * unit) else { return }
        cairo.cairo_new_sub_path(context)
        cairo.cairo_arc(context, center.x, center.y, radius * unit, 0, 2 * Double.pi)
        set(color)
        cairo.cairo_fill(context)
    }

    /// Tints the area that a mask covers, in proportion to the mask's values.
    public func tint(_ mask: Mask, _ color: Color) {
        // Cairo requires rows to be padded to a multiple of four bytes.
        let stride = (mask.width + 3) / 4 * 4
        var bytes = [UInt8](repeating: 0, count: stride * mask.height)
        mask.withUnsafeBytes { source in
            for row in 0..<mask.height {
                for column in 0..<mask.width { bytes[row * stride + column] = source[row * mask.width + column] }
            }
        }
        bytes.withUnsafeMutableBufferPointer { buffer in
            guard
                let surface = cairo.cairo_image_surface_create_for_data(
                    buffer.baseAddress, CAIRO_FORMAT_A8, Int32(mask.width), Int32(mask.height), Int32(stride))
            else { return }
            set(color)
            cairo.cairo_mask_surface(context, surface, 0, 0)
            cairo.cairo_surface_finish(surface)
            cairo.cairo_surface_destroy(surface)
        }
    }

    /// Blurs an ellipse until what it shows is unrecognizable: reduces it to a few pixels and enlarges these again.
    /// - Parameters:
    ///   - whole: The rectangle that the ellipse fills, in pixels; it may extend beyond the image. If it is empty,
    ///     nothing is blurred.
    ///   - detail: The number of pixels that the longer side is reduced to, at least 2. Below 10, a face is
    ///     unrecognizable.
    public func blur(_ whole: CGRect, detail: Int = 8) {
        guard min(whole.width, whole.height) >= Self.thinnest, let area = part(of: whole) else { return }
        // After an error, `cairo_get_source` returns a new pattern each time, which is never released.
        guard cairo.cairo_status(context) == CAIRO_STATUS_SUCCESS else { return }
        // An ellipse that is too large for Cairo covers the image anyway.
        let outline =
            canDraw(whole.minX, whole.minY, whole.width, whole.height)
            ? whole : area.insetBy(dx: -area.width, dy: -area.height)
        let scale = min(1, Double(max(2, detail)) / max(area.width, area.height))
        let columns = max(2, (area.width * scale).rounded())
        let rows = max(2, (area.height * scale).rounded())
        guard let small = cairo.cairo_image_surface_create(CAIRO_FORMAT_RGB24, Int32(columns), Int32(rows)) else {
            return
        }
        defer { cairo.cairo_surface_destroy(small) }
        guard let reduced = cairo.cairo_create(small) else { return }
        defer { cairo.cairo_destroy(reduced) }
        cairo.cairo_scale(reduced, columns / area.width, rows / area.height)
        cairo.cairo_set_source_surface(reduced, cairo.cairo_get_target(context), -area.minX, -area.minY)
        cairo.cairo_pattern_set_filter(cairo.cairo_get_source(reduced), CAIRO_FILTER_BEST)
        cairo.cairo_pattern_set_extend(cairo.cairo_get_source(reduced), CAIRO_EXTEND_PAD)
        cairo.cairo_paint(reduced)

        cairo.cairo_save(context)
        defer { cairo.cairo_restore(context) }
        cairo.cairo_new_path(context)
        cairo.cairo_save(context)
        cairo.cairo_translate(context, outline.minX, outline.minY)
        cairo.cairo_scale(context, outline.width, outline.height)
        cairo.cairo_arc(context, 0.5, 0.5, 0.5, 0, 2 * Double.pi)
        cairo.cairo_restore(context)
        cairo.cairo_clip(context)
        cairo.cairo_translate(context, area.minX, area.minY)
        cairo.cairo_scale(context, area.width / columns, area.height / rows)
        cairo.cairo_set_source_surface(context, small, 0, 0)
        cairo.cairo_pattern_set_filter(cairo.cairo_get_source(context), CAIRO_FILTER_BILINEAR)
        cairo.cairo_pattern_set_extend(cairo.cairo_get_source(context), CAIRO_EXTEND_PAD)
        cairo.cairo_paint(context)
    }

    /// Returns the part of an area that is inside the image, extended to whole pixels; `nil` if it is empty.
    private func part(of area: CGRect) -> CGRect? {
        guard ![area.minX, area.minY, area.maxX, area.maxY].contains(where: \.isNaN) else { return nil }
        let left = max(0, min(Double(width), area.minX.rounded(.down)))
        let top = max(0, min(Double(height), area.minY.rounded(.down)))
        let right = max(left, min(Double(width), area.maxX.rounded(.up)))
        let bottom = max(top, min(Double(height), area.maxY.rounded(.up)))
        guard right > left, bottom > top else { return nil }
        return CGRect(x: left, y: top, width: right - left, height: bottom - top)
    }

    /// Draws text whose baseline begins at `start`.
    public func text(_ text: String, at start: Point, _ color: Color, size: Double) {
        draw(text, at: start, color, CAIRO_FONT_WEIGHT_NORMAL, pixels: size * unit)
    }

    /// Draws black text on a plate of `color` with its lower left corner at `corner`, moved if necessary to stay inside
    /// the image.
    public func label(_ text: String, at corner: Point, _ color: Color, size: Double = 12) {
        guard canDraw(corner.x, corner.y, size * unit) else { return }
        let margin = 3 * unit
        let plate = (width: advance(of: text, size: size * unit) + 2 * margin, height: size * unit + 2 * margin)
        let x = max(0, min(Double(width) - plate.width, corner.x))
        let y = max(0, min(Double(height) - plate.height, corner.y - plate.height))
        fillRectangle(x: x, y: y, width: plate.width, height: plate.height, color)
        boldText(
            text, at: Point(x: x + margin, y: y + plate.height - 1.5 * margin), .black, pixels: size * unit)
    }

    /// Returns the width of bold text, in pixels.
    func advance(of text: String, size: Double) -> Double {
        select(CAIRO_FONT_WEIGHT_BOLD, pixels: size)
        var extents = cairo_text_extents_t()
        cairo.cairo_text_extents(context, text, &extents)
        return extents.x_advance
    }

    /// Draws bold text of a size in pixels whose baseline begins at `start`.
    func boldText(_ text: String, at start: Point, _ color: Color, pixels size: Double) {
        draw(text, at: start, color, CAIRO_FONT_WEIGHT_BOLD, pixels: size)
    }

    private func draw(
        _ text: String, at start: Point, _ color: Color, _ weight: cairo_font_weight_t, pixels size: Double
    ) {
        guard canDraw(start.x, start.y, size) else { return }
        select(weight, pixels: size)
        set(color)
        cairo.cairo_move_to(context, start.x, start.y)
        cairo.cairo_show_text(context, text)
    }

    private func select(_ weight: cairo_font_weight_t, pixels size: Double) {
        cairo.cairo_select_font_face(context, "sans-serif", CAIRO_FONT_SLANT_NORMAL, weight)
        cairo.cairo_set_font_size(context, size)
    }

    private func stroke(_ color: Color, width: Double) {
        guard canDraw(width * unit) else { return cairo.cairo_new_path(context) }
        cairo.cairo_set_line_width(context, width * 1.7 * unit)
        set(Color.black.withAlpha(0.45 * color.alpha))
        cairo.cairo_stroke_preserve(context)
        cairo.cairo_set_line_width(context, width * unit)
        set(color)
        cairo.cairo_stroke(context)
    }

    private func set(_ color: Color) {
        cairo.cairo_set_source_rgba(context, color.red, color.green, color.blue, color.alpha)
    }
}
