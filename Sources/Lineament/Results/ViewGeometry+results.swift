// SPDX-License-Identifier: Apache-2.0
public import Foundation

extension NormalizedLandmark {
    /// Returns the position in a view that shows the image, in points. A Lineament extension.
    public func position(in geometry: ViewGeometry) -> CGPoint {
        geometry.point(CGPoint(x: CGFloat(x), y: CGFloat(y)))
    }
}

extension NormalizedKeypoint {
    /// Returns the position in a view that shows the image, in points. A Lineament extension.
    public func position(in geometry: ViewGeometry) -> CGPoint { geometry.point(location) }
}

extension Detection {
    /// Returns the bounding box in a view that shows the image, in points. A Lineament extension.
    public func boundingBox(in geometry: ViewGeometry) -> CGRect { geometry.rect(pixels: boundingBox) }
}

extension LandmarkList where Point == NormalizedLandmark {
    /// Returns the positions of all landmarks in a view that shows the image, in points. A Lineament extension.
    public func positions(in geometry: ViewGeometry) -> [CGPoint] { map { $0.position(in: geometry) } }

    /// Returns the smallest rectangle that contains all landmarks, in points of a view that shows the image; `nil` if
    /// the list is empty. A Lineament extension.
    public func boundingBox(in geometry: ViewGeometry) -> CGRect? {
        boundingBox(in: CGSize(width: 1, height: 1)).map { geometry.rect($0) }
    }
}
