// SPDX-License-Identifier: Apache-2.0
internal import Foundation
public import LineamentRender
public import LineamentVision

extension BoxOverlay {
    /// Creates an overlay with the boxes and confidences of Vision's observations, such as `HumanObservation`, for the
    /// upright image.
    public init(
        _ observations: [any VisionObservation & BoundingBoxProviding], labels: LabelMode = .auto,
        style: OverlayStyle = OverlayStyle()
    ) {
        self.init(
            observations.map { ($0.boundingBox, $0.confidence) }, labels: labels, style: style)
    }

    /// Creates an overlay with the boxes and confidences of the older API's observations, such as
    /// `VNHumanObservation`, for the upright image.
    public init(
        _ observations: [VNDetectedObjectObservation], labels: LabelMode = .auto, style: OverlayStyle = OverlayStyle()
    ) {
        self.init(
            observations.map { (NormalizedRect(normalizedRect: $0.boundingBox), $0.confidence) }, labels: labels,
            style: style)
    }

    private init(_ boxes: [(NormalizedRect, Float)], labels: LabelMode, style: OverlayStyle) {
        let placed = Placed { size in
            boxes.map { box, confidence in
                Box(
                    frame: box.toImageCoordinates(size, origin: .upperLeft),
                    labelLines: [String(format: "%.2f", Double(confidence))])
            }
        }
        self.init(placed, labels: labels, style: style)
    }
}
