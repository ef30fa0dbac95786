internal import ArgumentParser
internal import Foundation
internal import Lineament
internal import LineamentImages
internal import LineamentRender

/// What is drawn behind people: none, blur, a color, or a picture.
enum BackgroundChoice: ExpressibleByArgument {
    case none, blur
    case color(Color)
    case picture(path: String)

    init?(argument: String) {
        switch argument {
        case "": return nil
        case "none": self = .none
        case "blur": self = .blur
        default: self = Color(argument).map(Self.color) ?? .picture(path: argument)
        }
    }

    static let help = ArgumentHelp(
        """
        Draw people cut out in place of the results: on none (transparent; PNG and WebP), blur (the image, blurred), a color \
        (black, white, red, green, blue, gray, or #rrggbb), or an image. Needs --annotate.
        """, valueName: "background")

    static var defaultCompletionKind: CompletionKind { .wordsOrFiles(["none", "blur", "black", "white", "green"]) }

    var isTransparent: Bool {
        if case .none = self { true } else { false }
    }

    /// Reads the picture, if it is one.
    func background() throws -> Background {
        switch self {
        case .none: return .transparent
        case .blur: return .blurred
        case .color(let color): return .color(color)
        case .picture(let path):
            guard FileManager.default.fileExists(atPath: path) else {
                throw ValidationError(
                    "--background must be none, blur, a color such as white or #00ff00, or an image, but there is no file "
                        + "\(path).")
            }
            return .picture(try ImageDecoder().decode(contentsOf: URL(fileURLWithPath: path)))
        }
    }
}

extension Color {
    /// Creates a color from its name in HTML or from #rrggbb.
    fileprivate init?(_ text: String) {
        let names: [String: Int] = [
            "black": 0x000000, "white": 0xFFFFFF, "red": 0xFF0000, "green": 0x008000, "blue": 0x0000FF,
            "gray": 0x808080,
            "grey": 0x808080,
        ]
        let digits = text.hasPrefix("#") && text.utf8.count == 7 ? Int(text.dropFirst(), radix: 16) : nil
        guard let code = names[text.lowercased()] ?? digits, code >= 0 else { return nil }
        func channel(_ shift: Int) -> Double { Double(code >> shift & 255) / 255 }
        self.init(red: channel(16), green: channel(8), blue: channel(0))
    }
}
