// SPDX-License-Identifier: Apache-2.0
public import Foundation
internal import Lineament

extension FaceObservation {
    /// The features of a face, in the 76-point constellation.
    ///
    /// Left and right are the viewer's: `leftEye` is the eye on the left of the image. Points are normalized to the
    /// face's bounding box, from its lower left corner, and may lie slightly outside it.
    public struct Landmarks2D: Sendable, Hashable, Codable {
        /// All 76 points, in the order eyebrows, eyes, lips, contour, nose, crest, pupils.
        public let allPoints: Region
        /// The jaw: 17 points from the image's right to its left.
        public let faceContour: Region
        /// The inner edge of the lips: 6 points.
        public let innerLips: Region
        /// The eye on the left of the image: 6 points from the outer corner along the upper lid and back.
        public let leftEye: Region
        /// The eyebrow on the left of the image: 6 points from the outer end along the top and back.
        public let leftEyebrow: Region
        /// The pupil on the left of the image: 1 point.
        public let leftPupil: Region
        /// The median line: 10 points from between the eyes to the chin.
        public let medianLine: Region
        /// The outline of the nose: 8 points.
        public let nose: Region
        /// The ridge of the nose: 6 points from top to bottom.
        public let noseCrest: Region
        /// The outer edge of the lips: 14 points, clockwise.
        public let outerLips: Region
        /// The eye on the right of the image: 6 points from the outer corner along the upper lid and back.
        public let rightEye: Region
        /// The eyebrow on the right of the image: 6 points from the outer end along the top and back.
        public let rightEyebrow: Region
        /// The pupil on the right of the image: 1 point.
        public let rightPupil: Region
        /// The request that located the points; `nil` if unknown.
        public let originatingRequestDescriptor: RequestDescriptor?

        init(
            mesh: [SIMD3<Float>], of image: UprightImage, box: NormalizedRect, descriptor: RequestDescriptor?
        ) {
            func region(_ feature: FaceFeature) -> Region {
                let points = feature.meshPoints.map { index in
                    let x = CGFloat(mesh[index].x) / CGFloat(image.width)
                    let y = 1 - CGFloat(mesh[index].y) / CGFloat(image.height)
                    return NormalizedPoint(
                        x: (x - box.origin.x) / box.width, y: (y - box.origin.y) / box.height)
                }
                return Region(
                    points: points, pointsClassification: feature.classification, box: box,
                    originatingRequestDescriptor: descriptor)
            }
            allPoints = region(.allPoints)
            faceContour = region(.faceContour)
            innerLips = region(.innerLips)
            leftEye = region(.leftEye)
            leftEyebrow = region(.leftEyebrow)
            leftPupil = region(.leftPupil)
            medianLine = region(.medianLine)
            nose = region(.nose)
            noseCrest = region(.noseCrest)
            outerLips = region(.outerLips)
            rightEye = region(.rightEye)
            rightEyebrow = region(.rightEyebrow)
            rightPupil = region(.rightPupil)
            originatingRequestDescriptor = descriptor
        }
    }
}

extension FaceObservation.Landmarks2D {
    /// One feature of a face.
    public struct Region: Sendable, Hashable, Codable {
        /// The way in which the points of a region are connected.
        public enum PointsClassification: String, Sendable, Hashable, Codable {
            case disconnected, openPath, closedPath
        }

        /// The points, normalized to the face's bounding box, from its lower left corner.
        public let points: [NormalizedPoint]
        /// The way in which the points are connected.
        public let pointsClassification: PointsClassification
        /// Always `nil`, because the mesh has no precision estimates.
        public let precisionEstimatesPerPoint: [Float]?
        /// The request that located the points; `nil` if unknown.
        public let originatingRequestDescriptor: RequestDescriptor?
        private let box: NormalizedRect

        init(
            points: [NormalizedPoint], pointsClassification: PointsClassification, box: NormalizedRect,
            originatingRequestDescriptor: RequestDescriptor?
        ) {
            self.points = points
            self.pointsClassification = pointsClassification
            precisionEstimatesPerPoint = nil
            self.box = box
            self.originatingRequestDescriptor = originatingRequestDescriptor
        }

        /// Returns the points in pixels of the whole image.
        public func pointsInImageCoordinates(
            _ imageSize: CGSize, origin: CoordinateOrigin = .lowerLeft
        ) -> [CGPoint] {
            points.map { $0.toImageCoordinates(from: box, imageSize: imageSize, origin: origin) }
        }
    }
}
