internal import Lineament

extension NormalizedLandmark {
    func position(on canvas: Canvas) -> Point {
        Point(x: Double(x) * Double(canvas.width), y: Double(y) * Double(canvas.height))
    }
}

extension Array {
    subscript(safe index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
