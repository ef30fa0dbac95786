internal import Foundation

/// A block of text that belongs to a face or person.
struct SubjectLabel {
    /// A place of the block relative to its subject.
    enum Side {
        case above, below, right, left
    }

    /// The lines from top to bottom.
    var lines: [String]
    /// The bounding box of the subject, in pixels.
    var subject: CGRect
    /// The places to try, the best one first.
    var sides: [Side]
    /// The colors of the plate and of the text; `nil` for those of all labels.
    var colors: OverlayStyle.Colors?

    /// The places beside a face or another box.
    static let aroundFace: [Side] = [.above, .below, .right, .left]
    /// The places beside a body, which is higher than wide.
    static let besideBody: [Side] = [.right, .left, .above, .below]

    /// The smallest subject that is labeled in ``LabelMode/auto``, in pixels.
    private static let minSubject = 60.0
    /// The smallest text that can be read, in pixels.
    private static let minText = 11.0

    var isReadable: Bool { min(subject.width, subject.height) >= Self.minSubject && !lines.isEmpty }

    /// The text size in pixels, which follows the subject's size within the limits of the canvas.
    func textSize(on canvas: Canvas) -> Double {
        max(Self.minText, min(0.1 * min(subject.width, subject.height), 20 * canvas.unit))
    }
}

extension Canvas {
    /// Draws labels without covering subjects or each other.
    /// - Parameters:
    ///   - labels: The labels, the most important first.
    ///   - subjects: The boxes that labels should not cover, in pixels.
    ///   - mode: Which labels are drawn.
    ///   - colors: The colors of the plates and of the text.
    func draw(
        _ labels: [SubjectLabel], besides subjects: [CGRect], mode: LabelMode,
        _ colors: OverlayStyle.Colors = OverlayStyle.Colors()
    ) {
        guard mode != .none else { return }
        var taken = subjects
        let shown = labels.filter { !$0.lines.isEmpty && (mode == .all || $0.isReadable) }
        // One size in a picture.
        let size = DrawingScale.typical(shown.map { $0.textSize(on: self) })
        for label in shown {
            let plate = TextPlate(label.lines, size: size, on: self)
            let places = label.sides.map { place(of: plate, $0, of: label.subject) }
            let free = places.first { place in !taken.contains { $0.insetBy(dx: 1, dy: 1).intersects(place) } }
            guard let place = free ?? (mode == .all ? places.first : nil) else { continue }
            plate.draw(at: place, label.colors ?? colors, on: self)
            taken.append(place)
        }
    }

    /// Returns the rectangle of a plate beside a subject, moved as a whole to stay inside the image.
    private func place(of plate: TextPlate, _ side: SubjectLabel.Side, of subject: CGRect) -> CGRect {
        let origin =
            switch side {
            case .above: CGPoint(x: subject.minX, y: subject.minY - plate.height)
            case .below: CGPoint(x: subject.minX, y: subject.maxY)
            case .right: CGPoint(x: subject.maxX, y: subject.minY)
            case .left: CGPoint(x: subject.minX - plate.width, y: subject.minY)
            }
        return CGRect(
            x: max(0, min(Double(width) - plate.width, origin.x)),
            y: max(0, min(Double(height) - plate.height, origin.y)), width: plate.width, height: plate.height)
    }
}

/// Lines of text on a plate.
private struct TextPlate {
    private let lines: [String]
    private let size: Double
    let width: Double
    let height: Double

    private var margin: Double { size / 4 }
    private var lineHeight: Double { 1.25 * size }

    init(_ lines: [String], size: Double, on canvas: Canvas) {
        self.lines = lines
        self.size = size
        let widest = lines.map { canvas.advance(of: $0, size: size) }.max() ?? 0
        width = widest + size / 2
        height = Double(lines.count) * 1.25 * size + size / 4
    }

    func draw(at place: CGRect, _ colors: OverlayStyle.Colors, on canvas: Canvas) {
        canvas.fillRectangle(x: place.minX, y: place.minY, width: width, height: height, colors.labels)
        for (index, line) in lines.enumerated() {
            let baseline = place.minY + margin / 2 + Double(index + 1) * lineHeight - 0.3 * size
            canvas.boldText(line, at: Point(x: place.minX + margin, y: baseline), colors.labelText, pixels: size)
        }
    }
}
