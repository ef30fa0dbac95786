package import Lineament
package import LineamentRender

/// The options of crops, in the form that front doors take.
package final class CropChoices {
    package enum What: String, OptionChoice {
        case faces, people

        package static var frontDefault: Self { .faces }
    }

    package var what = What.faces
    package var template = CropTemplate.Kind.square
    /// The size of the crops, in pixels; `nil` for the usual one.
    package var size: Int?
    /// The margin on each side, as a fraction of the longer side; `nil` for the usual one.
    package var margin: Double?
    package var minSize = 0.0
    package var minQuality: Float = 0

    package init() {}

    /// The options of a cropper.
    package var options: CropperOptions {
        var options = CropperOptions()
        options.minSize = minSize
        options.minQuality = minQuality
        options.subject =
            switch what {
            case .faces: .faces(CropTemplate(template, size: size, margin: margin))
            case .people: .people(longerSide: size, margin: margin ?? CropperOptions.usualMarginOfPeople)
            }
        return options
    }

    /// Checks that the options suit each other.
    /// - Parameter name: Returns an option with a value as the caller writes it, such as `--what people`.
    /// - Throws: `LineamentError` with code `invalidArgument`.
    package func check(naming name: (_ option: String, _ value: String) -> String) throws {
        guard what == .people else {
            if let size { try CropTemplate.check(size, of: template) }
            return
        }
        guard template == .square else {
            throw LineamentError(
                .invalidArgument,
                "\(name("template", template.rawValue)) places faces. Omit it with \(name("what", what.rawValue)).")
        }
    }
}

extension CropChoices {
    /// The largest width below which faces or people may be skipped, in pixels: more than any image has.
    private static let largestMinSize = 1_048_576.0

    /// The options; see `TaskOption`.
    package static let table = rows.map { $0.with(\.media, [.image]) }.withTheirDefaults(of: CropChoices())

    private static let rows: [TaskOption<CropChoices>] = [
        .choice("what", \.what, nil, "What is cut out; people: whole bodies by their masks, not rotated.")
            .with(\.help, "What is cut out. people: whole bodies by their masks, not rotated."),
        .choice("template", \.template, nil, "How faces are placed."),
        TaskOption(
            "size",
            """
            The side of a crop in pixels, for passport its height, and for people the longer side; by default that of the \
            template, or the size in the image.
            """, .count(CropTemplate.sizes), nil, get: { $0.size.map(OptionValue.count) ?? .unset },
            set: { if case .count(let size) = $1 { $0.size = size } }
        ).with(
            \.help,
            """
            Side of the crops in pixels, 8 to 8192; for passport, their height, and for people, the longer side. Default: \
            112 (arcface), 512 (ffhq), 531 (passport), or the size in the image (square, people).
            """),
        TaskOption(
            "margin",
            "The margin on each side of a square or person, as a fraction of the longer side; by default 0.25 or 0.05.",
            .number(CropTemplate.margins), nil, get: { $0.margin.map(OptionValue.number) ?? .unset },
            set: { if case .number(let margin) = $1 { $0.margin = margin } }
        ).with(
            \.help,
            """
            Margin on each side of a square or person, as a fraction of the longer side without margins, 0 to 4. Default: \
            0.25 (square), 0.05 (people).
            """),
        TaskOption(
            "minSize", "The width in pixels below which faces or people are skipped.", .number(0...largestMinSize), nil,
            get: { .number($0.minSize) }, set: { if case .number(let size) = $1 { $0.minSize = size } }
        ).with(\.help, "Skip faces or people narrower than this."),
        .fraction(
            "minQuality", \.minQuality, nil, "The quality below which faces or people are skipped."
        ).with(\.help, "Skip those of lower quality, 0 to 1."),
    ]
}

extension CropTemplate.Kind: OptionChoice {
    package static var frontDefault: Self { .square }
}
