// SPDX-License-Identifier: Apache-2.0
internal import Foundation
public import Lineament

/// An overlay with the bones and joints of hands and, in videos, each hand's track ID; with ``LabelMode/all``, also its number
/// and side.
///
/// A hand of the category `Left` has orange fingers, one of `Right` sky blue ones; palms are white. The hands of several
/// people have their people's colors, where those are known.
public struct HandOverlay: Overlay {
    private let hands: [HandLandmarkerResult.Hand]
    private let labels: LabelMode
    private let style: OverlayStyle
    private let parts: OverlayStyle.Parts
    /// The number of each hand's person, which chooses its color; `nil` for the colors of the sides.
    private let people: [Int?]?

    /// The parts that are drawn unless a style says otherwise: all but the box.
    public static let defaultParts: OverlayStyle.Parts = [.skeleton, .landmarks, .labels]

    /// Creates an overlay of all hands in a result.
    public init(_ result: HandLandmarkerResult, labels: LabelMode = .auto, style: OverlayStyle = OverlayStyle()) {
        self.init(result.hands, labels: labels, style: style)
    }

    /// Creates an overlay of some hands of a result.
    public init(
        _ hands: [HandLandmarkerResult.Hand], labels: LabelMode = .auto, style: OverlayStyle = OverlayStyle()
    ) {
        let people = hands.map { $0.personID.map { $0 - 1 } }
        let areSeveral = Set(people.compactMap(\.self)).count > 1
        self.init(hands, of: areSeveral ? people : nil, labels: labels, style: style)
    }

    /// Creates an overlay of the hands of people.
    init(_ hands: [HandLandmarkerResult.Hand], of people: [Int?]?, labels: LabelMode, style: OverlayStyle) {
        self.hands = hands
        self.people = people
        self.labels = labels
        self.style = style
        parts = style.parts ?? Self.defaultParts
    }

    /// Draws the hands, then the track IDs.
    public func draw(on canvas: Canvas) {
        let shapes = hands.map { $0.landmarks.map { canvas.point(of: $0) } }
        let boxes = shapes.map(\.boundingBox)
        let styles = people.map { people in people.map { number in style.with(number) } } ?? hands.map { _ in style }
        for (index, hand) in hands.enumerated() { draw(hand, shapes[index], boxes[index], styles[index], on: canvas) }
        guard parts.contains(.labels) else { return }
        let blocks = hands.indices.compactMap { index in
            name(of: index).map { SubjectLabel(name: $0, subject: boxes[index]) }
        }
        canvas.draw(blocks, besides: boxes, mode: labels, style.colors)
    }

    /// Returns the track ID of a hand and, if all labels are drawn, its number and side: "#3", "#3 left", "2 left".
    func name(of index: Int) -> String? {
        let hand = hands[index]
        let id = hand.trackID.map { "#\($0)" }
        guard labels == .all else { return id }
        let number = hands.count > 1 ? "\(index + 1)" : nil
        return [id ?? number, hand.leftScore > 0.5 ? "left" : "right"].compactMap(\.self).joined(separator: " ")
    }

    private func draw(
        _ hand: HandLandmarkerResult.Hand, _ points: [Point], _ box: CGRect, _ style: OverlayStyle, on canvas: Canvas
    ) {
        let scale = DrawingScale(size: max(box.width, box.height), on: canvas)
        let fingers = hand.leftScore > 0.5 ? style.colors.left : style.colors.right
        if parts.contains(.box) { canvas.strokeBox(box, style, scale) }
        if parts.contains(.skeleton) {
            let palm = HandLandmarker.handPalmConnections
            let bones = HandLandmarker.handConnections.dropFirst(palm.count)
            for (lines, color) in [(palm, style.colors.middle), (Array(bones), fingers)] {
                canvas.strokeLines(
                    Self.lines(lines, between: points), color, width: 2 * scale.factor * style.lineWidth)
            }
        }
        guard parts.contains(.landmarks), scale.showsDetail else { return }
        let size = scale.factor * style.pointRadius
        for point in points {
            canvas.fillDot(point, radius: 2 * size, rim: 0.8 * size, fingers, rimColor: .black.withAlpha(0.6))
        }
    }

    private static func lines(_ lines: [Connection], between points: [Point]) -> [(from: Point, to: Point)] {
        lines.compactMap { line in
            guard let from = points.element(at: Int(line.start)), let to = points.element(at: Int(line.end)) else {
                return nil
            }
            return (from, to)
        }
    }
}
