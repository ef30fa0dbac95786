// SPDX-License-Identifier: Apache-2.0

/// The thresholds, intersections over union unless said otherwise, above which boxes, or a box and a region, show the same face.
///
/// The search for small faces compares boxes of different detectors, in different places of the image, and these do not place
/// boxes alike, so each comparison has numbers of its own. From frame to frame, ``RegionAssociation`` compares regions and
/// ``IdentityTracker`` boxes; bodies are compared in `DetectedPose+duplicates.swift`.
private enum SameFace {
    /// For a detection of MediaPipe's detector and a face of the search.
    static let merging: Float = 0.6
    /// For a detection of MediaPipe's detector whose box is too large or covers two faces, and a face of the search.
    static let considerable: Float = 0.2
    /// For two faces after a close-up of each.
    static let refined: Float = 0.3
    /// For a face in a close-up and the one that was looked for.
    static let closeUp: Float = 0.35
    /// For the landmarks of two detections.
    static let landmarks: Float = 0.6
    /// For two detections, one of which makes the other likelier.
    static let support: Float = 0.3

    /// The overlaps of two detections of YuNet.
    enum Pyramid {
        static let union: Float = 0.45
        /// The share of the smaller box that lies inside the other.
        static let inside: Float = 0.75
        /// The squared distance of centers, relative to the area of the smaller box: 0.35 sides, squared.
        static let maxSquaredCenterDistance: Float = 0.12
    }

    /// The overlaps of two detections of MediaPipe's full-range model in squares of an image.
    enum Squares {
        static let union: Float = 0.3
        /// The share of the smaller box that lies inside the other.
        static let inside: Float = 0.7
    }

    /// The bounds for a followed face and one that was seen.
    enum Region {
        /// The distance of centers, relative to the region's side.
        static let maxCenterDistance: Float = 0.25
        /// The height of a face relative to the side of its region, which is about 1.5 times as large.
        static let height: ClosedRange<Float> = 0.4...1.1
    }
}

extension RawDetection {
    /// Returns whether a detection of MediaPipe's detector and one of the search show the same face.
    ///
    /// Used when both lists are merged, and to tell whether a face still needs a close-up. The threshold is high, as the
    /// search's boxes are placed where MediaPipe's detector would place them.
    func isSameFace(as other: RawDetection) -> Bool { box.intersectionOverUnion(other.box) > SameFace.merging }
}

extension LandmarkSet {
    /// Returns whether two sets of landmarks show the same face, which was detected twice, such as upright and upside down.
    ///
    /// Used for the landmarks of an image. The threshold is high, as landmarks of the same face nearly coincide.
    func isSameFace(as other: LandmarkSet) -> Bool {
        bounds.intersectionOverUnion(other.bounds) > SameFace.landmarks
    }
}

extension BoundingBox {
    /// Returns whether one box contains the center of the other, or they overlap considerably.
    ///
    /// Used when lists are merged: a detection of MediaPipe's detector that no face of the search equals but one touches is a
    /// bad look at that face. The threshold is low, as such a box is too large, or covers two faces.
    func touchesCenter(of other: BoundingBox) -> Bool {
        contains(other.center) || other.contains(center) || intersectionOverUnion(other) > SameFace.considerable
    }

    /// Returns whether two boxes that close-ups have refined show the same face, such as one at 45 degrees that was detected in
    /// two rotations.
    ///
    /// Used for what the search has found, before it is merged, and for a detection and the landmarks of another. The boxes
    /// of two different faces do not overlap as much.
    func isSameRefinedFace(as other: BoundingBox) -> Bool { intersectionOverUnion(other) > SameFace.refined }

    /// Returns whether a face in a close-up is the one that was looked for.
    ///
    /// Used for each close-up of a face that YuNet has detected. The threshold is low, as a close-up shows better than YuNet's
    /// box where the face is, but above ``isSameRefinedFace(as:)``, as it may show a neighbor, too.
    func isFaceOfCloseUp(of other: BoundingBox) -> Bool { intersectionOverUnion(other) > SameFace.closeUp }

    /// Returns whether one detection makes the other likelier: a hint of YuNet, or a candidate of the search in squares, supports a
    /// detection of MediaPipe's detector; a detection in a square or a close-up supports a candidate.
    ///
    /// The threshold is low, as such boxes are those of weak
    /// detections, which are poor.
    func supports(_ other: BoundingBox) -> Bool { intersectionOverUnion(other) > SameFace.support }

    /// Returns whether two boxes of YuNet show the same face: they overlap, or one lies mostly inside the other, or their centers
    /// are close.
    ///
    /// Used for what tiles of several levels and rotations show. A box inside another shows a part of the same face, and those of
    /// a face at 45 degrees that is detected in two rotations differ in shape but have close centers.
    func isSameFaceInPyramid(as other: BoundingBox) -> Bool {
        let shared = intersectionArea(other)
        guard shared > 0 else { return false }
        let apart = center - other.center
        let smaller = Swift.min(area, other.area)
        return shared > SameFace.Pyramid.union * (area + other.area - shared)
            || shared > SameFace.Pyramid.inside * smaller
            || (apart * apart).sum() < SameFace.Pyramid.maxSquaredCenterDistance * smaller
    }

    /// Returns whether two boxes of MediaPipe's full-range model show the same face: they overlap, or one lies mostly inside the
    /// other.
    ///
    /// Used for what overlapping squares of several sizes show. The thresholds are below those of YuNet, as a face may be cut off by
    /// one square, or too small for it, and then its box is poor.
    func isSameFaceInSquares(as other: BoundingBox) -> Bool {
        let shared = intersectionArea(other)
        guard shared > 0 else { return false }
        return shared > SameFace.Squares.union * (area + other.area - shared)
            || shared > SameFace.Squares.inside * Swift.min(area, other.area)
    }
}

extension RotatedRect {
    /// Returns whether a face, given in pixels, is the one that this region of the landmark model is about.
    ///
    /// Used in videos, so that a face that is followed already is not looked at again. The range of heights is wide, as the
    /// region follows from landmarks and the height is that of a detector's box.
    func isRegion(ofFaceAt center: SIMD2<Float>, height: Float, in size: ImageSize) -> Bool {
        let side = width * size.width
        let offset = center - SIMD2(xCenter * size.width, yCenter * size.height)
        return offset.length <= SameFace.Region.maxCenterDistance * side
            && SameFace.Region.height.contains(height / side)
    }
}
