// SPDX-License-Identifier: Apache-2.0
internal import Foundation
package import Lineament
package import LineamentImages
package import LineamentRender

/// The options of crops, in the form that front doors take.
package final class CropChoices {
    package enum What: String, OptionChoice {
        case faces, people

        package static var frontDefault: Self { .faces }
    }

    /// The format of the files of crops, by the extension of their names.
    package enum FileFormat: String, OptionChoice {
        case png, jpg, webp

        package static var frontDefault: Self { .png }

        /// Creates the format that a file's name stands for; `nil` if it is none of these.
        package init?(ofFile path: String) {
            switch ImageEncoder.Format(pathExtension: (path as NSString).pathExtension) {
            case .png: self = .png
            case .jpeg: self = .jpg
            case .webp: self = .webp
            case nil: return nil
            }
        }

        /// The format of the encoder.
        package var encoded: ImageEncoder.Format {
            switch self {
            case .png: .png
            case .jpg: .jpeg
            case .webp: .webp
            }
        }
    }

    package var what = What.faces
    package var template = CropTemplate.Kind.square
    /// The size of the crops, in pixels; `nil` for the usual one.
    package var size: Int?
    /// The margin on each side, as a fraction of the longer side; `nil` for the usual one.
    package var margin: Double?
    package var minSize = 0.0
    package var minQuality: Float = 0
    package var format = FileFormat.png
    /// The quality of JPEG and WebP files, 1 to 100; `nil` for the usual one of the format.
    package var quality: Int?

    package init() {}

    /// The encoder of the files.
    package var encoder: ImageEncoder {
        var encoder = ImageEncoder()
        encoder.jpegQuality = quality ?? encoder.jpegQuality
        encoder.webPQuality = quality ?? encoder.webPQuality
        return encoder
    }

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
        if let quality, format == .png {
            throw LineamentError(
                .invalidArgument,
                "\(name("quality", "\(quality)")) is for JPEG and WebP; PNG loses nothing. Choose \(name("format", "jpg"))."
            )
        }
        guard what == .people else {
            if let size { try CropTemplate.check(size, of: template) }
            guard let margin, template != .square else { return }
            throw LineamentError(
                .invalidArgument,
                "\(name("margin", CSV.number(Float(margin)))) is for squares and people. Omit it with "
                    + "\(name("template", template.rawValue)).")
        }
        guard template == .square else {
            throw LineamentError(
                .invalidArgument,
                "\(name("template", template.rawValue)) places faces. Omit it with \(name("what", what.rawValue)).")
        }
    }
}

extension CropChoices {
    /// The options; see `TaskOption`.
    package static let table = rows.map { $0.with(\.media, [.image]) }.withTheirDefaults(of: CropChoices())

    private static let rows: [TaskOption<CropChoices>] = [
        .choice("what", \.what, nil, "What is cut out; people: whole bodies by their masks, not rotated.")
            .with(\.help, "What is cut out. people: whole bodies by their masks, not rotated.")
            .with(\.choiceType, "CropChoices.What"),
        .choice("template", \.template, nil, "How faces are placed.").with(\.choiceType, "CropTemplate.Kind"),
        TaskOption(
            "size",
            """
            The side of a crop in pixels, for passport its height, and for people the longer side; by default that of the \
            template, or the size in the image.
            """, .count(CropTemplate.sizes), nil, get: { $0.size.map(OptionValue.count) ?? .unset },
            set: { if case .count(let size) = $1 { $0.size = size } }
        ).with(\.placeholder, "pixels").with(
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
        ).with(\.placeholder, "share").with(
            \.help,
            """
            Margin on each side of a square or person, as a fraction of the longer side without margins, 0 to 4. Default: \
            0.25 (square), 0.05 (people).
            """),
        TaskOption(
            "minSize", "The width in pixels below which faces or people are skipped.",
            .number(0...Double(PixelBuffer.maximumSide)), nil,
            get: { .number($0.minSize) }, set: { if case .number(let size) = $1 { $0.minSize = size } }
        ).with(\.placeholder, "pixels").with(\.help, "Skip faces or people narrower than this."),
        .fraction(
            "minQuality", \.minQuality, nil, "The quality below which faces or people are skipped."
        ).with(\.placeholder, "quality").with(\.help, "Skip those of lower quality, 0 to 1."),
        .choice("format", \.format, nil, "The format of the crops' files.")
            .with(\.help, "Format of the files. Default: png, or that of the file's name.")
            .with(\.choiceType, "CropChoices.FileFormat"),
        TaskOption(
            "quality", "The quality of JPEG and WebP files; by default 92 or 75.", .count(qualities), nil,
            get: { $0.quality.map(OptionValue.count) ?? .unset },
            set: { if case .count(let quality) = $1 { $0.quality = quality } }
        ).with(\.placeholder, "n").with(
            \.help, "Quality of JPEG and WebP files, 1 to 100. Default: 92 (JPEG), 75 (WebP)."),
    ]

    /// The qualities of files that lose something.
    package static let qualities = 1...100
}

extension CropTemplate.Kind: OptionChoice {
    package static var frontDefault: Self { .square }
}
