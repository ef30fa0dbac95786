internal import Foundation

/// The sizes of a drawing that follow the size of a face or person, so that it reads the same at every resolution.
struct DrawingScale {
    /// The factor for line widths and radii in units of the canvas.
    let factor: Double
    /// Whether the subject is large enough for single points and fine lines.
    let showsDetail: Bool

    /// The size at which lines are a pixel for each unit, in pixels.
    private static let pixelsPerUnit = 160.0
    /// The thinnest lines, in pixels for each unit.
    private static let thinnest = 0.55
    /// The size below which points run into each other, in pixels.
    private static let minDetail = 40.0

    /// Creates the scale for a subject.
    /// - Parameter size: The size of the subject, in pixels.
    init(size: Double, on canvas: Canvas) {
        let size = size.isFinite ? size : 0
        factor = max(Self.thinnest, size / Self.pixelsPerUnit) / canvas.unit
        showsDetail = size >= Self.minDetail
    }
}
