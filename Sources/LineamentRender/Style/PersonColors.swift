// SPDX-License-Identifier: Apache-2.0
extension Color {
    /// Fifteen colors that people with any kind of color vision tell apart, for as many people: the palette of 15 by M.
    /// Krzywinski, "Designing for color blindness" (mk.bcgsc.ca/colorblind), with the darkest last.
    package static let people: [Color] = [
        0x009FFA, 0xFFDC3D, 0xEF0096, 0x00E307, 0xFF71FD, 0x00DCB5, 0xF60239, 0x9400E6, 0x7CFFFA, 0xFFCFE2, 0x008607,
        0x008169, 0x003C86, 0x6A0213, 0x68023F,
    ].map { code in
        func channel(_ shift: Int) -> Double { Double(code >> shift & 255) / 255 }
        return Color(red: channel(16), green: channel(8), blue: channel(0))
    }

    /// Returns a color between this one (share 0) and another (1), as opaque as this one.
    func mixed(with other: Color, share: Double) -> Color {
        func mix(_ one: Double, _ two: Double) -> Double { one + (two - one) * share }
        return Color(
            red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue), alpha: alpha)
    }

    /// Black or white, whichever is easier to read on the color (ITU-R BT.601 luma).
    var textColor: Color { 0.299 * red + 0.587 * green + 0.114 * blue > 0.45 ? .black : .white }
}

extension OverlayStyle.Colors {
    /// Returns the colors for one of several people: the left side lighter than the person's color, the right side darker.
    /// Colors that were chosen by the caller stay.
    func ofPerson(_ index: Int) -> OverlayStyle.Colors {
        guard !people.isEmpty else { return self }
        let color = people[Int(index.magnitude % UInt(people.count))]
        var colors = self
        func replace(_ place: WritableKeyPath<OverlayStyle.Colors, Color>, _ new: Color) {
            if colors[keyPath: place] == Self.usual[keyPath: place] { colors[keyPath: place] = new }
        }
        replace(\.left, color.mixed(with: .white, share: 0.45))
        replace(\.right, color.mixed(with: .black, share: 0.3))
        for place in [\Self.middle, \.box, \.lips, \.contours, \.landmarks] { replace(place, color) }
        replace(\.irises, color.mixed(with: .white, share: 0.6))
        replace(\.mesh, color.withAlpha(0.6))
        replace(\.labels, color.withAlpha(labels.alpha))
        if colors.labels != labels { replace(\.labelText, color.textColor) }
        if masks == Self.usual.masks { colors.masks = [color.withAlpha(0.45)] }
        return colors
    }

    private static let usual = OverlayStyle.Colors()
}

extension OverlayStyle {
    /// Returns the style in the colors of a person; `nil` for the style itself.
    func with(_ person: Int?) -> OverlayStyle {
        guard let person else { return self }
        var style = self
        style.colors = colors.ofPerson(person)
        return style
    }

    /// Returns the style of each subject of a result. One subject of a single image is drawn in the colors of the sides; each
    /// of several, and each track of a video, in a color of its own.
    /// - Parameter trackIDs: The track of each subject; `nil` in single images.
    func ofSubjects(_ trackIDs: [Int?]) -> [OverlayStyle] {
        guard trackIDs.count > 1 || trackIDs.contains(where: { $0 != nil }) else { return trackIDs.map { _ in self } }
        return trackIDs.enumerated().map { index, id in
            var style = self
            style.colors = colors.ofPerson(id.map { $0 - 1 } ?? index)
            return style
        }
    }
}
