// SPDX-License-Identifier: Apache-2.0
import MediaPipeTasksVision
import UIKit

/// A line between two dots, in points of the view.
struct Line: Equatable {
    let from: CGPoint
    let to: CGPoint
}

/// The drawing of a view over one subject.
struct Overlay {
    let dots: [CGPoint]
    let lines: [Line]
    var box: CGRect { dots.reduce(CGRect.null) { $0.union(CGRect(origin: $1, size: .zero)) } }
}

/// Where an image lies in a view.
struct Placement {
    let xScale: CGFloat
    let yScale: CGFloat
    let offset: CGPoint

    init(of imageSize: CGSize, in bounds: CGRect, mode: UIView.ContentMode) {
        let widthScale = bounds.width / imageSize.width
        let heightScale = bounds.height / imageSize.height
        switch mode {
        case .scaleAspectFill:
            xScale = max(widthScale, heightScale)
            yScale = xScale
        case .scaleAspectFit:
            xScale = min(widthScale, heightScale)
            yScale = xScale
        case .scaleToFill:
            xScale = widthScale
            yScale = heightScale
        default:
            xScale = 1
            yScale = 1
        }
        offset = CGPoint(
            x: bounds.minX + (bounds.width - imageSize.width * xScale) / 2,
            y: bounds.minY + (bounds.height - imageSize.height * yScale) / 2)
    }

    var transform: CGAffineTransform {
        CGAffineTransform(scaleX: xScale, y: yScale)
            .concatenating(CGAffineTransform(translationX: offset.x, y: offset.y))
    }
}

extension UIImage.Orientation {
    /// Whether width and height change places when the image is shown.
    var isSideways: Bool {
        switch self {
        case .left, .right, .leftMirrored, .rightMirrored: return true
        default: return false
        }
    }

    /// The place in the displayed image of a point in the stored one, both from 0 to 1.
    func displayed(_ point: CGPoint) -> CGPoint {
        switch self {
        case .left: return CGPoint(x: point.y, y: 1 - point.x)
        case .right: return CGPoint(x: 1 - point.y, y: point.x)
        case .down: return CGPoint(x: 1 - point.x, y: 1 - point.y)
        default: return point
        }
    }
}

/// Overlays for a view of some size that shows an image.
struct OverlayMaker {
    let bounds: CGRect
    let mode: UIView.ContentMode

    func overlays(
        for landmarks: [[NormalizedLandmark]], connections: [Connection], storedSize: CGSize,
        orientation: UIImage.Orientation
    ) -> [Overlay] {
        let size =
            orientation.isSideways ? CGSize(width: storedSize.height, height: storedSize.width) : storedSize
        let transform = Placement(of: size, in: bounds, mode: mode).transform
        return landmarks.map { points in
            let dots = points.map { landmark -> CGPoint in
                let shown = orientation.displayed(CGPoint(x: CGFloat(landmark.x), y: CGFloat(landmark.y)))
                return CGPoint(x: shown.x * size.width, y: shown.y * size.height).applying(transform)
            }
            let lines = connections.map { Line(from: dots[Int($0.start)], to: dots[Int($0.end)]) }
            return Overlay(dots: dots, lines: lines)
        }
    }

    /// The box of a detection, which is in pixels of the stored image.
    func box(of detection: Detection, storedSize: CGSize, orientation: UIImage.Orientation) -> CGRect {
        var toDisplay = CGAffineTransform.identity
        var size = storedSize
        switch orientation {
        case .left:
            toDisplay = CGAffineTransform(translationX: 0, y: storedSize.width).rotated(by: -.pi / 2)
            size = CGSize(width: storedSize.height, height: storedSize.width)
        case .right:
            toDisplay = CGAffineTransform(translationX: storedSize.height, y: 0).rotated(by: .pi / 2)
            size = CGSize(width: storedSize.height, height: storedSize.width)
        case .down:
            toDisplay = CGAffineTransform(translationX: storedSize.width, y: storedSize.height).rotated(by: .pi)
        default: break
        }
        let placed = toDisplay.concatenating(Placement(of: size, in: bounds, mode: mode).transform)
        return detection.boundingBox.applying(placed)
    }
}
