// SPDX-License-Identifier: Apache-2.0
public import LineamentMLKit
public import LineamentRender

extension FaceDrawing {
    /// Creates a drawing of one of ML Kit's faces: its frame, contours and landmarks, and what is known of it as text.
    public init(_ face: Face) { self.init(face.analyzed) }
}

extension FaceContourOverlay {
    /// Creates an overlay of ML Kit's faces, for the image whose pixels their points are in: the displayed one for a
    /// `UIImage`, the stored one for a buffer.
    public init(_ faces: [Face], labels: LabelMode = .auto, style: OverlayStyle = OverlayStyle()) {
        self.init(faces.map { FaceDrawing($0) }, labels: labels, style: style)
    }

    /// Creates an overlay of one of ML Kit's faces.
    public init(_ face: Face, labels: LabelMode = .auto, style: OverlayStyle = OverlayStyle()) {
        self.init([face], labels: labels, style: style)
    }
}

extension FaceBlurOverlay {
    /// Creates an overlay of ML Kit's faces.
    public init(_ faces: [Face]) {
        self.init(Placed { _ in faces.map(\.frame) })
    }
}

extension Point {
    /// Creates a position from one of ML Kit's.
    init(_ point: VisionPoint) { self.init(x: Double(point.x), y: Double(point.y)) }
}
