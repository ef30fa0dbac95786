// SPDX-License-Identifier: Apache-2.0
internal import ArgumentParser
internal import Foundation
internal import Lineament
internal import LineamentImages
internal import LineamentRender

/// The background of people who are cut out: none, blur, a color, or an image.
enum BackgroundChoice: ExpressibleByArgument {
    case none, blur
    case color(Color)
    case image(path: String)

    init?(argument: String) {
        switch argument {
        case "": return nil
        case "none": self = .none
        case "blur": self = .blur
        default: self = Color(html: argument).map(Self.color) ?? .image(path: argument)
        }
    }

    static let help = ArgumentHelp(
        """
        Cut people out and draw them, instead of the results, on: none (transparent; images only, PNG or WebP), blur (the \
        image, blurred), a color (black, white, red, green, blue, gray, or #rrggbb), or an image file. Requires --annotate.
        """, valueName: "background")

    static var defaultCompletionKind: CompletionKind { .wordsOrFiles(["none", "blur", "black", "white", "green"]) }

    /// The path of the image, if it is one.
    var path: String? {
        if case .image(let path) = self { path } else { nil }
    }

    var isTransparent: Bool {
        if case .none = self { true } else { false }
    }

    /// Reads the image, if it is one.
    func background() throws -> Background {
        switch self {
        case .none: return .transparent
        case .blur: return .blurred
        case .color(let color): return .color(color)
        case .image(let path):
            guard FileManager.default.fileExists(atPath: path) else {
                throw ValidationError(
                    "--background must be none, blur, a color such as white or #00ff00, or an image, but there is no file "
                        + "\(path).")
            }
            return .image(try ImageDecoder().decode(contentsOf: URL(verbatimPath: path)))
        }
    }
}
