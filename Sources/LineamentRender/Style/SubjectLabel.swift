// SPDX-License-Identifier: Apache-2.0
internal import Foundation

/// The label beside a face or person: a name on a tab, and values.
struct SubjectLabel {
    /// A place relative to the subject.
    enum Side {
        case above, below, right, left
    }

    /// The number, track ID or score; `nil` for none.
    var name: String?
    /// The values, from top to bottom.
    var values: [String] = []
    /// The bounding box of the subject, in pixels.
    var subject: CGRect
    /// The colors of the tab and of the text; `nil` for those of all labels.
    var colors: OverlayStyle.Colors?

    /// Where names are tried, the best place first.
    fileprivate static let sidesOfNames: [Side] = [.above, .below, .right, .left]
    /// Where values are tried: below a face there is more often room for more lines.
    fileprivate static let sidesOfValues: [Side] = [.below, .right, .left, .above]

    /// The smallest subject that has values in ``LabelMode/auto``, in pixels.
    private static let minSubject = 48.0
    /// The smallest text of names and of values that can be read, in pixels.
    private static let minName = 8.0
    private static let minValue = 9.0
    /// The largest part of its own subject that a name may cover in ``LabelMode/auto``.
    private static let maxCovered = 0.2

    private var side: Double { min(subject.width, subject.height) }

    var isLarge: Bool { side >= Self.minSubject }

    /// The size of the name's text in pixels, which follows the subject's within the limits of the canvas.
    func nameSize(on canvas: Canvas) -> Double { max(Self.minName, min(0.17 * side, 16 * canvas.unit)) }

    /// The size of the values' text in pixels.
    func valueSize(on canvas: Canvas) -> Double { max(Self.minValue, min(0.11 * side, 13 * canvas.unit)) }

    /// Returns the text size at which a name is no wider than its subject.
    func fitting(_ size: Double, width: Double) -> Double {
        max(Self.minName, size * min(1, Double(subject.width) / width))
    }

    /// Returns the corner of the subject where a name goes that has no room beside it; `nil` if it would hide the subject.
    func corner(for plate: CGSize, mode: LabelMode) -> CGPoint? {
        let covered = plate.width * plate.height / max(1, subject.width * subject.height)
        return mode == .all || covered <= Self.maxCovered ? subject.origin : nil
    }

    /// The values in lines that are about as wide as the subject.
    func lines(size: Double, on canvas: Canvas) -> [String] {
        let values = values.map(Self.parts)
        let widest = values.joined().map { canvas.advance(of: $0, size: size) }.max() ?? 0
        let room = max(widest, Double(subject.width))
        var lines: [String] = []
        for parts in values {
            for (index, part) in parts.enumerated() {
                let longer = (lines.last ?? "") + " " + part
                if index > 0, canvas.advance(of: longer, size: size) <= room {
                    lines[lines.count - 1] = longer
                } else {
                    lines.append(part)
                }
            }
        }
        return lines
    }

    /// Returns a line's names with their numbers: "yaw 1° pitch 2°" has two.
    private static func parts(of line: String) -> [String] {
        var parts: [String] = []
        var endsWithNumber = true
        for word in line.split(separator: " ") {
            let isName = word.first?.isLetter == true
            if isName && endsWithNumber || parts.isEmpty {
                parts.append(String(word))
            } else {
                parts[parts.count - 1] += " " + word
            }
            endsWithNumber = !isName
        }
        return parts
    }
}

extension Canvas {
    /// Draws labels without covering other subjects or each other.
    ///
    /// All names in an image have one size, except on subjects too narrow for it. A name without room beside its subject is
    /// drawn in a corner of it; values without room are dropped.
    /// - Parameters:
    ///   - labels: The labels, the most important first.
    ///   - subjects: The boxes that labels should not cover, in pixels.
    ///   - mode: Which labels are drawn.
    ///   - colors: The colors of labels without their own.
    func draw(
        _ labels: [SubjectLabel], besides subjects: [CGRect], mode: LabelMode,
        _ colors: OverlayStyle.Colors = OverlayStyle.Colors()
    ) {
        guard mode != .none else { return }
        var taken = subjects.map { $0.insetBy(dx: 1, dy: 1) }
        let nameSize = DrawingScale.typical(labels.map { $0.nameSize(on: self) })
        for label in labels {
            guard let name = label.name else { continue }
            let usual = TextPlate([name], size: nameSize, on: self)
            let plate = TextPlate([name], size: label.fitting(nameSize, width: usual.size.width), on: self)
            let free = place(plate, besides: label.subject, SubjectLabel.sidesOfNames, taken)
            let corner = { label.corner(for: plate.size, mode: mode).map { self.inside(plate, at: $0) } }
            guard let place = free ?? corner() else { continue }
            plate.draw(at: place, (label.colors ?? colors).labels, (label.colors ?? colors).labelText, on: self)
            taken.append(place)
        }
        let valueSize = DrawingScale.typical(labels.map { $0.valueSize(on: self) })
        for label in labels where !label.values.isEmpty && (mode == .all || label.isLarge) {
            let plate = TextPlate(label.lines(size: valueSize, on: self), size: valueSize, on: self)
            guard let place = place(plate, besides: label.subject, SubjectLabel.sidesOfValues, taken) else { continue }
            plate.draw(at: place, (label.colors ?? colors).values, (label.colors ?? colors).valueText, on: self)
            taken.append(place)
        }
    }

    /// Returns the first place of a plate beside a subject where nothing else is.
    private func place(
        _ plate: TextPlate, besides subject: CGRect, _ sides: [SubjectLabel.Side], _ taken: [CGRect]
    ) -> CGRect? {
        for side in sides {
            let origin =
                switch side {
                case .above: CGPoint(x: subject.minX, y: subject.minY - plate.size.height)
                case .below: CGPoint(x: subject.minX, y: subject.maxY)
                case .right: CGPoint(x: subject.maxX, y: subject.minY)
                case .left: CGPoint(x: subject.minX - plate.size.width, y: subject.minY)
                }
            let place = inside(plate, at: origin)
            if !taken.contains(where: { $0.intersects(place) }) { return place }
        }
        return nil
    }

    /// Returns the rectangle of a plate, moved as a whole to stay inside the image.
    private func inside(_ plate: TextPlate, at origin: CGPoint) -> CGRect {
        CGRect(
            origin: CGPoint(
                x: max(0, min(Double(width) - plate.size.width, origin.x)),
                y: max(0, min(Double(height) - plate.size.height, origin.y))), size: plate.size)
    }
}

/// Lines of text on a plate.
private struct TextPlate {
    private let lines: [String]
    private let textSize: Double
    let size: CGSize

    private var margin: Double { textSize / 4 }
    private var lineHeight: Double { 1.25 * textSize }

    init(_ lines: [String], size: Double, on canvas: Canvas) {
        self.lines = lines
        textSize = size
        let widest = lines.map { canvas.advance(of: $0, size: size) }.max() ?? 0
        self.size = CGSize(width: widest + size / 2, height: Double(lines.count) * 1.25 * size + size / 4)
    }

    func draw(at place: CGRect, _ color: Color, _ textColor: Color, on canvas: Canvas) {
        canvas.fillRectangle(x: place.minX, y: place.minY, width: size.width, height: size.height, color)
        for (index, line) in lines.enumerated() {
            let baseline = place.minY + margin / 2 + Double(index + 1) * lineHeight - 0.3 * textSize
            canvas.boldText(line, at: Point(x: place.minX + margin, y: baseline), textColor, pixels: textSize)
        }
    }
}
