// SPDX-License-Identifier: Apache-2.0
public import Foundation
internal import Lineament
public import LineamentRender
public import LineamentVision

extension FaceDrawing {
    /// Creates a drawing of one of Vision's faces: its box, the outlines of its features, its pupils, and its capture
    /// quality and angles as text.
    /// - Parameters:
    ///   - observation: The face.
    ///   - imageSize: The size of the upright image, in pixels.
    public init(_ observation: FaceObservation, imageSize: CGSize) {
        let regions = observation.landmarks.map {
            [
                $0.faceContour, $0.leftEyebrow, $0.rightEyebrow, $0.leftEye, $0.rightEye, $0.nose, $0.noseCrest,
                $0.outerLips, $0.innerLips, $0.leftPupil, $0.rightPupil,
            ]
        }
        var (paths, dots): ([Path], [Point]) = ([], [])
        for region in regions ?? [] {
            let points = region.pointsInImageCoordinates(imageSize, origin: .upperLeft).map {
                Point(x: $0.x, y: $0.y)
            }
            switch region.pointsClassification {
            case .disconnected: dots += points
            case .openPath: paths.append(Path(points: points, isClosed: false))
            case .closedPath: paths.append(Path(points: points, isClosed: true))
            }
        }
        self.init(
            box: observation.boundingBox.toImageCoordinates(imageSize, origin: .upperLeft), paths: paths, dots: dots,
            labelLines: observation.labelLines)
    }

    /// Creates a drawing of one of the older API's faces; see ``init(_:imageSize:)``.
    public init(_ observation: VNFaceObservation, imageSize: CGSize) {
        self.init(FaceObservation(observation), imageSize: imageSize)
    }
}

extension FaceContourOverlay {
    /// Creates an overlay of Vision's faces, for the upright image.
    public init(_ observations: [FaceObservation], labels: LabelMode = .auto, style: OverlayStyle = OverlayStyle()) {
        self.init(
            Placed { size in observations.map { FaceDrawing($0, imageSize: size) } }, labels: labels, style: style)
    }

    /// Creates an overlay of one of Vision's faces, for the upright image.
    public init(_ observation: FaceObservation, labels: LabelMode = .auto, style: OverlayStyle = OverlayStyle()) {
        self.init([observation], labels: labels, style: style)
    }

    /// Creates an overlay of the older API's faces, for the upright image.
    public init(
        _ observations: [VNFaceObservation], labels: LabelMode = .auto, style: OverlayStyle = OverlayStyle()
    ) {
        self.init(observations.map { FaceObservation($0) }, labels: labels, style: style)
    }

    /// Creates an overlay of one of the older API's faces, for the upright image.
    public init(_ observation: VNFaceObservation, labels: LabelMode = .auto, style: OverlayStyle = OverlayStyle()) {
        self.init([observation], labels: labels, style: style)
    }
}

extension FaceBlurOverlay {
    /// Creates an overlay of Vision's faces, for the upright image.
    public init(_ observations: [FaceObservation]) {
        let boxes = observations.map(\.boundingBox)
        self.init(Placed { size in boxes.map { $0.toImageCoordinates(size, origin: .upperLeft) } })
    }

    /// Creates an overlay of the older API's faces, for the upright image.
    public init(_ observations: [VNFaceObservation]) { self.init(observations.map { FaceObservation($0) }) }
}

extension FaceObservation {
    /// The attributes of the face beside its place, as lines of text; the signs of the angles are ML Kit's.
    fileprivate var labelLines: [String] {
        var lines = captureQuality.map { [String(format: "quality %.2f", Double($0.score))] } ?? []
        if landmarks != nil {
            func degrees(_ angle: Measurement<UnitAngle>) -> Float { Float(angle.converted(to: .degrees).value) }
            lines.append(HeadAngles.text(yaw: degrees(yaw), pitch: -degrees(pitch), roll: degrees(roll)))
        }
        return lines
    }
}
