internal import CCairo
public import Lineament

/// A picture to draw on, with Cairo.
///
/// ```swift
/// let canvas = try Canvas(pixels)
/// canvas.draw(FaceMeshOverlay(result))
/// let drawn = try canvas.picture()
/// ```
public final class Canvas {
    public let width: Int
    public let height: Int

    private let surface: OpaquePointer
    private let context: OpaquePointer

    /// Strokes are this many pixels for each unit of width, so that a drawing is readable on a 300-pixel and on a
    /// 6000-pixel picture.
    public var unit: Double { max(1, Double(min(width, height)) / 480) }

    /// Starts with a copy of `picture`.
    /// - Throws: ``LineamentError`` if the picture is larger than Cairo can hold (32767 pixels a side), or is not
    ///   in a packed format.
    public init(_ picture: PixelBuffer) throws {
        width = picture.width
        height = picture.height
        guard width <= 32767, height <= 32767 else {
            throw LineamentError(
                .resourceExhausted, "A \(width)x\(height) picture is too large to draw on (32767 a side).")
        }
        guard let created = cairo_image_surface_create(CAIRO_FORMAT_RGB24, Int32(width), Int32(height)),
            cairo_surface_status(created) == CAIRO_STATUS_SUCCESS, let drawing = cairo_create(created)
        else { throw LineamentError(.resourceExhausted, "There is no memory to draw on the picture.") }
        surface = created
        context = drawing
        cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND)
        cairo_set_line_cap(context, CAIRO_LINE_CAP_ROUND)
        try fill(with: picture)
    }

    deinit {
        cairo_destroy(context)
        cairo_surface_destroy(surface)
    }

    private func fill(with picture: PixelBuffer) throws {
        guard let offsets = picture.format.channelOffsets else {
            throw LineamentError(.unimplemented, "A picture of format \(picture.format) cannot be drawn on.")
        }
        cairo_surface_flush(surface)
        guard let target = cairo_image_surface_get_data(surface) else { return }
        let stride = Int(cairo_image_surface_get_stride(surface))
        picture.withPlanes { planes in
            for row in 0..<height {
                let from = (planes[0].address + row * planes[0].bytesPerRow).assumingMemoryBound(to: UInt8.self)
                let to = target + row * stride
                for column in 0..<width {
                    let pixel = from + column * offsets.size
                    to[4 * column] = pixel[offsets.blue]
                    to[4 * column + 1] = pixel[offsets.green]
                    to[4 * column + 2] = pixel[offsets.red]
                    to[4 * column + 3] = 255
                }
            }
        }
        cairo_surface_mark_dirty(surface)
    }

    /// The picture with all that was drawn, as a copy.
    public func picture() throws -> PixelBuffer {
        cairo_surface_flush(surface)
        guard let data = cairo_image_surface_get_data(surface) else {
            throw LineamentError(.internal, "The drawing has no pixels.")
        }
        let stride = Int(cairo_image_surface_get_stride(surface))
        return try PixelBuffer(
            copying: UnsafeBufferPointer(start: data, count: stride * height), width: width, height: height,
            format: .bgra8, bytesPerRow: [stride])
    }

    /// Draws an overlay.
    public func draw(_ overlay: any Overlay) { overlay.draw(on: self) }
}

extension Canvas {
    /// Lines between points in pixels.
    func strokeLines(_ lines: [(from: Point, to: Point)], _ color: Color, width: Double) {
        for line in lines {
            cairo_move_to(context, line.from.x, line.from.y)
            cairo_line_to(context, line.to.x, line.to.y)
        }
        stroke(color, width: width)
    }

    func strokeRectangle(x: Double, y: Double, width: Double, height: Double, _ color: Color, lineWidth: Double) {
        cairo_rectangle(context, x, y, width, height)
        stroke(color, width: lineWidth)
    }

    func fillRectangle(x: Double, y: Double, width: Double, height: Double, _ color: Color) {
        cairo_rectangle(context, x, y, width, height)
        color.set(on: context)
        cairo_fill(context)
    }

    /// Colours what a mask covers, as strongly as the mask is sure.
    func tint(_ mask: Mask, _ color: Color) {
        // Cairo's rows of bytes are padded to four.
        let stride = (mask.width + 3) / 4 * 4
        var bytes = [UInt8](repeating: 0, count: stride * mask.height)
        let source = mask.uint8Data
        for row in 0..<mask.height {
            for column in 0..<mask.width { bytes[row * stride + column] = source[row * mask.width + column] }
        }
        bytes.withUnsafeMutableBufferPointer { buffer in
            guard
                let surface = cairo_image_surface_create_for_data(
                    buffer.baseAddress, CAIRO_FORMAT_A8, Int32(mask.width), Int32(mask.height), Int32(stride))
            else { return }
            color.set(on: context)
            cairo_mask_surface(context, surface, 0, 0)
            cairo_surface_finish(surface)
            cairo_surface_destroy(surface)
        }
    }

    /// Text without a plate, its baseline's left end at `start`.
    func text(_ text: String, at start: Point, _ color: Color, size: Double) {
        cairo_select_font_face(context, "sans-serif", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL)
        cairo_set_font_size(context, size * unit)
        color.set(on: context)
        cairo_move_to(context, start.x, start.y)
        cairo_show_text(context, text)
    }

    func fillCircle(_ center: Point, radius: Double, _ color: Color) {
        cairo_new_sub_path(context)
        cairo_arc(context, center.x, center.y, radius * unit, 0, 2 * Double.pi)
        color.set(on: context)
        cairo_fill(context)
    }

    /// Text on a plate of `color`, its lower left corner at `corner`, moved to stay inside the picture.
    func label(_ text: String, at corner: Point, _ color: Color, size: Double = 12) {
        cairo_select_font_face(context, "sans-serif", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_BOLD)
        cairo_set_font_size(context, size * unit)
        var extents = cairo_text_extents_t()
        cairo_text_extents(context, text, &extents)
        let margin = 3 * unit
        let plate = (width: extents.x_advance + 2 * margin, height: size * unit + 2 * margin)
        let x = max(0, min(Double(width) - plate.width, corner.x))
        let y = max(0, min(Double(height) - plate.height, corner.y - plate.height))
        cairo_rectangle(context, x, y, plate.width, plate.height)
        color.set(on: context)
        cairo_fill(context)
        Color.black.set(on: context)
        cairo_move_to(context, x + margin, y + plate.height - 1.5 * margin)
        cairo_show_text(context, text)
    }

    /// Strokes the path with a dark rim under it, so that it shows on light and on dark ground.
    private func stroke(_ color: Color, width: Double) {
        cairo_set_line_width(context, width * 1.7 * unit)
        Color.black.withAlpha(0.45 * color.alpha).set(on: context)
        cairo_stroke_preserve(context)
        cairo_set_line_width(context, width * unit)
        color.set(on: context)
        cairo_stroke(context)
    }
}

/// A position in pixels.
struct Point {
    var x: Double
    var y: Double
}

extension Color {
    fileprivate func set(on context: OpaquePointer) {
        cairo_set_source_rgba(context, red, green, blue, alpha)
    }
}

extension PixelFormat {
    fileprivate var channelOffsets: (red: Int, green: Int, blue: Int, size: Int)? {
        switch self {
        case .gray8: (0, 0, 0, 1)
        case .rgb8: (0, 1, 2, 3)
        case .rgba8: (0, 1, 2, 4)
        case .bgra8: (2, 1, 0, 4)
        case .nv12VideoRange, .nv12FullRange, .i420, .i420FullRange: nil
        }
    }
}
