/// Something to draw over a picture.
public protocol Overlay {
    func draw(on canvas: Canvas)
}
