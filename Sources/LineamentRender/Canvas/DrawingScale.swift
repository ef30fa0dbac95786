// SPDX-License-Identifier: Apache-2.0
internal import Foundation

/// The sizes of a drawing that follow the size of a face or person, so that it reads the same at every resolution.
struct DrawingScale {
    /// The factor for line widths and radii in units of the canvas.
    let factor: Double
    /// Whether the subject is large enough for single points and fine lines.
    let showsDetail: Bool
    /// Whether the subject is large enough for a mesh.
    let showsMesh: Bool

    /// The size at which lines are a pixel for each unit, in pixels.
    private static let pixelsPerUnit = 160.0
    /// The thinnest lines, in pixels for each unit.
    private static let thinnest = 0.55
    /// The size below which points run into each other, in pixels.
    private static let minDetail = 60.0
    /// The size below which a mesh hides the face, in pixels.
    private static let minMesh = 120.0

    /// Creates the scale for a subject.
    /// - Parameters:
    ///   - size: The size of the subject, in pixels.
    ///   - typical: The size that decides what is drawn, the same for all subjects of an image; `nil` for the subject's own.
    init(size: Double, typical: Double? = nil, on canvas: Canvas) {
        let size = size.isFinite ? size : 0
        factor = max(Self.thinnest, size / Self.pixelsPerUnit) / canvas.unit
        showsDetail = (typical ?? size) >= Self.minDetail
        showsMesh = (typical ?? size) >= Self.minMesh
    }

    /// Returns the median of sizes, which decides for a whole image what is drawn.
    static func typical(_ sizes: [Double]) -> Double {
        let known = sizes.filter(\.isFinite).sorted()
        return known.isEmpty ? 0 : known[known.count / 2]
    }
}
