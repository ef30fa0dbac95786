/// A colour; channels and alpha 0 to 1.
struct Color: Sendable, Hashable {
    var red: Double
    var green: Double
    var blue: Double
    var alpha = 1.0

    func withAlpha(_ alpha: Double) -> Color { Color(red: red, green: green, blue: blue, alpha: alpha) }

    static let black = Color(red: 0, green: 0, blue: 0)
    static let white = Color(red: 1, green: 1, blue: 1)

    // Okabe and Ito's palette, which people with any kind of colour vision can tell apart.
    static let orange = Color(red: 0.90, green: 0.62, blue: 0.0)
    static let skyBlue = Color(red: 0.34, green: 0.71, blue: 0.91)
    static let green = Color(red: 0.0, green: 0.78, blue: 0.55)
    static let yellow = Color(red: 0.94, green: 0.89, blue: 0.26)
    static let vermilion = Color(red: 0.95, green: 0.40, blue: 0.10)
    static let purple = Color(red: 0.85, green: 0.52, blue: 0.75)
}
