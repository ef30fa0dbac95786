// SPDX-License-Identifier: Apache-2.0

/// Colors as HTML writes them.
extension Color {
    /// Some of HTML's names, with their codes.
    private static let codes: KeyValuePairs = [
        "black": 0x000000, "white": 0xFFFFFF, "red": 0xFF0000, "green": 0x008000, "blue": 0x0000FF, "gray": 0x808080,
    ]

    /// The names that a color can be created from.
    package static let names = codes.map(\.key)

    /// Creates a color from one of ``names`` or from `#rrggbb`.
    package init?(html text: String) {
        let word = text.lowercased()
        let digits = word.wholeMatch(of: /#([0-9a-f]{6})/).flatMap { Int($0.1, radix: 16) }
        guard let code = digits ?? Self.codes.first(where: { $0.key == word })?.value else { return nil }
        func channel(_ shift: Int) -> Double { Double(code >> shift & 255) / 255 }
        self.init(red: channel(16), green: channel(8), blue: channel(0))
    }

    /// The color as `#rrggbb`, without its opacity.
    package var html: String {
        let digits = [red, green, blue].map { channel in
            let text = String(Int((channel * 255).rounded()), radix: 16)
            return text.count < 2 ? "0\(text)" : text
        }
        return "#\(digits.joined())"
    }
}
