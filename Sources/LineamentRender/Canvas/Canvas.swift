// SPDX-License-Identifier: Apache-2.0
internal import CLineamentCairo
public import Lineament

/// An image to draw on with Cairo. Not thread-safe.
///
/// ```swift
/// let canvas = try Canvas(pixels)
/// canvas.draw(FaceMeshOverlay(result))
/// canvas.strokeLines([(Point(x: 0, y: 0), Point(x: 100, y: 50))], .orange, width: 2)
/// canvas.label("me", at: Point(x: 100, y: 50), .yellow)
/// let drawn = try canvas.image()
/// ```
public final class Canvas {
    /// The width of the image in pixels.
    public let width: Int
    /// The height in pixels.
    public let height: Int
    /// The width in pixels of the panel to the right of the image; 0 for none.
    public let panelWidth: Int

    let cairo: LineamentCairo
    private let surface: OpaquePointer
    let context: OpaquePointer

    /// The number of pixels in one unit of line width, radius and text size, which keeps drawings readable on 300-pixel
    /// and 6000-pixel images alike.
    public var unit: Double { max(1, Double(min(width, height)) / 480) }

    /// Creates a canvas with a copy of `image`. What is translucent in it is shown on white.
    /// - Parameters:
    ///   - image: The image.
    ///   - panelWidth: The width in pixels of a dark panel to the right of the image, to draw on beside it.
    /// - Throws: `LineamentError` if a side exceeds Cairo's limit of 32767 pixels, if the image is not in a packed
    ///   format, or with code `failedPrecondition` if Cairo is not installed.
    public init(_ image: PixelBuffer, panelWidth: Int = 0) throws {
        width = image.width
        height = image.height
        self.panelWidth = panelWidth
        guard width <= 32767, height <= 32767, (0...32767 - width).contains(panelWidth) else {
            throw LineamentError(
                .resourceExhausted,
                "A \(width)x\(height) image with a panel of \(panelWidth) pixels is too large to draw on: "
                    + "the limit is 32767 pixels per side.")
        }
        cairo = try Cairo.library()
        let whole = Int32(width + panelWidth)
        guard let created = cairo.cairo_image_surface_create(CAIRO_FORMAT_RGB24, whole, Int32(height)),
            cairo.cairo_surface_status(created) == CAIRO_STATUS_SUCCESS, let drawing = cairo.cairo_create(created)
        else { throw LineamentError(.resourceExhausted, "There is not enough memory to draw on the image.") }
        surface = created
        context = drawing
        cairo.cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND)
        cairo.cairo_set_line_cap(context, CAIRO_LINE_CAP_ROUND)
        try fill(with: image)
        fillRectangle(
            x: Double(width), y: 0, width: Double(panelWidth), height: Double(height),
            Color(red: 0.1, green: 0.1, blue: 0.12))
    }

    deinit {
        cairo.cairo_destroy(context)
        cairo.cairo_surface_destroy(surface)
    }

    private func fill(with image: PixelBuffer) throws {
        guard image.format.packedLayout != nil else {
            throw LineamentError(
                .unimplemented,
                "Images in format \(image.format) cannot be drawn on. Convert it to a packed format first.")
        }
        cairo.cairo_surface_flush(surface)
        guard let target = cairo.cairo_image_surface_get_data(surface) else { return }
        let stride = Int(cairo.cairo_image_surface_get_stride(surface))
        let image = try image.flattened()
        guard let layout = image.format.packedLayout else { return }
        try image.withPlanes { planes in
            for row in 0..<height {
                let from = (planes[0].address + row * planes[0].bytesPerRow).assumingMemoryBound(to: UInt8.self)
                let to = target + row * stride
                for column in 0..<width {
                    let pixel = from + column * layout.bytesPerPixel
                    to[4 * column] = pixel[layout.blue]
                    to[4 * column + 1] = pixel[layout.green]
                    to[4 * column + 2] = pixel[layout.red]
                    to[4 * column + 3] = 255
                }
            }
        }
        cairo.cairo_surface_mark_dirty(surface)
    }

    /// Calls `body` with the pixels, to change them in place: four bytes each, in the order blue, green,
    /// red, alpha. Leave alpha at 255.
    /// - Parameter body: A closure that receives the bytes of all rows, including the panel, and the distance between
    ///   the starts of rows, in bytes. The bytes are valid during the call only.
    public func withMutablePixels<Result>(
        _ body: (_ bytes: UnsafeMutableRawBufferPointer, _ bytesPerRow: Int) throws -> Result
    ) rethrows -> Result {
        cairo.cairo_surface_flush(surface)
        defer { cairo.cairo_surface_mark_dirty(surface) }
        let stride = Int(cairo.cairo_image_surface_get_stride(surface))
        let start = cairo.cairo_image_surface_get_data(surface)
        return try body(UnsafeMutableRawBufferPointer(start: start, count: start == nil ? 0 : stride * height), stride)
    }

    /// Returns a copy of the image, and of its panel, with everything drawn so far.
    /// - Throws: `LineamentError` if something could not be drawn, after which Cairo draws nothing else.
    public func image() throws -> PixelBuffer {
        let status = cairo.cairo_status(context)
        guard status == CAIRO_STATUS_SUCCESS else {
            let reason = cairo.cairo_status_to_string(status).map { String(cString: $0) } ?? "status \(status)"
            let message = "Cairo could not draw: \(reason)."
            throw status == CAIRO_STATUS_NO_MEMORY
                ? LineamentError(.resourceExhausted, message + " Use a smaller image.")
                : LineamentError(.internal, message)
        }
        cairo.cairo_surface_flush(surface)
        guard let data = cairo.cairo_image_surface_get_data(surface) else {
            throw LineamentError(.internal, "The drawing has no pixels.")
        }
        let stride = Int(cairo.cairo_image_surface_get_stride(surface))
        return try PixelBuffer(
            copying: UnsafeBufferPointer(start: data, count: stride * height), width: width + panelWidth,
            height: height,
            format: .bgra8, bytesPerRow: [stride])
    }

    /// Draws an overlay.
    public func draw(_ overlay: any Overlay) { overlay.draw(on: self) }
}
