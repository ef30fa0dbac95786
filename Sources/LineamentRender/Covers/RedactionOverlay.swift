// SPDX-License-Identifier: Apache-2.0
internal import Foundation
public import Lineament
public import LineamentTools

/// An overlay that makes faces, heads or whole people unrecognizable.
///
/// Faces that were not detected stay visible, so look at the result if that matters; ``RedactionReviewOverlay`` shows
/// what is covered.
///
/// ```swift
/// let result = try detector.detect(image: image)
/// let areas = result.detections.map { RedactedArea(face: $0.boundingBox, extent: .heads, score: $0.score) }
/// let redacted = try RedactionOverlay(areas, method: .fill(.black)).drawn(over: pixels)
/// ```
public struct RedactionOverlay: Overlay {
    private let areas: [RedactedArea]
    private let silhouette: Mask?
    private let method: RedactionMethod

    /// Creates an overlay.
    /// - Parameters:
    ///   - areas: The areas to cover.
    ///   - silhouette: A mask the size of the image, whose people are covered as well.
    ///   - method: How.
    public init(_ areas: [RedactedArea], silhouette: Mask? = nil, method: RedactionMethod) {
        (self.areas, self.silhouette, self.method) = (areas, silhouette, method)
    }

    /// Returns a copy of an image of any format in which the areas and people are covered. A translucent image stays so
    /// where nothing is covered, and keeps of its colors only what shows; covers are opaque. Needs no Cairo.
    /// - Throws: `LineamentError` if there is not enough memory.
    public func drawn(over image: PixelBuffer) throws -> PixelBuffer {
        try image.covering(areas, silhouette: silhouette, method: method)
    }

    /// Returns the pixels of the areas and of the people in the silhouette.
    public func covered(width: Int, height: Int) -> Mask? {
        areas.mask(width: width, height: height, silhouette: silhouette)
    }

    /// Covers the people of the silhouette, then the areas.
    public func draw(on canvas: Canvas) {
        let width = canvas.width
        let height = canvas.height
        canvas.withMutablePixels { bytes, bytesPerRow in
            CoveredPixels(bytes, width: width, height: height, bytesPerRow: bytesPerRow)
                .cover(areas, silhouette: silhouette, method) {}
        }
    }
}

extension RedactionOverlay: PartialOverlay {
    package func parts(drawnOver image: PixelBuffer) throws -> [DrawnPart] {
        try image.coveredParts(areas, silhouette: silhouette, method: method)
    }
}

/// An overlay that shows what a redaction would cover: outlines, with those of doubtful areas in vermilion.
public struct RedactionReviewOverlay: Overlay {
    private let areas: [RedactedArea]
    private let silhouette: Mask?

    /// Creates an overlay.
    /// - Parameters:
    ///   - areas: The areas.
    ///   - silhouette: A mask the size of the image.
    public init(_ areas: [RedactedArea], silhouette: Mask? = nil) {
        (self.areas, self.silhouette) = (areas, silhouette)
    }

    /// Draws the outlines with their numbers, or those of their tracks, and their scores.
    public func draw(on canvas: Canvas) {
        if let silhouette { canvas.tint(silhouette, Color.skyBlue.withAlpha(0.5)) }
        let hasTracks = areas.contains { $0.trackID != nil }
        for (index, area) in areas.enumerated() {
            let color: Color = area.isDoubtful ? .vermilion : .skyBlue
            if area.isRectangle {
                canvas.strokeRectangle(
                    x: area.rect.minX, y: area.rect.minY, width: area.rect.width, height: area.rect.height, color,
                    lineWidth: 2)
            } else {
                canvas.strokeEllipse(area.rect, color, width: 2)
            }
            let name = area.trackID.map { "#\($0) " } ?? (hasTracks ? "" : "\(index + 1). ")
            let score = String(format: "%.2f", area.score)
            let text = name + (area.cause == .detected ? score : area.cause.rawValue)
            guard area.rect.width > 24 * canvas.unit else { continue }
            canvas.label(text, at: Point(x: area.rect.minX, y: area.rect.minY), color, size: 10)
        }
    }
}
