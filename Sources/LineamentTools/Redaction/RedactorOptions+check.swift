// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Lineament

extension RedactorOptions {
    /// Checks that the options suit each other and what is redacted.
    /// - Parameters:
    ///   - hasVideos: Whether there are videos.
    ///   - name: Returns an option as the caller writes it, such as `--what people`. The options are `what`, `keep` and
    ///     `minDetectionConfidence`; the second argument is a value or empty.
    /// - Throws: `LineamentError` with code `invalidArgument` that says what to change.
    public func check(
        hasVideos: Bool,
        naming name: (_ option: String, _ value: String) -> String = { $1.isEmpty ? $0 : "\($0) \($1)" }
    ) throws {
        guard (0...1).contains(minDetectionConfidence) else {
            throw LineamentError(
                .invalidArgument,
                "\(name("minDetectionConfidence", "")) must be from 0 to 1, not \(minDetectionConfidence).")
        }
        for cover in covers where ![cover.rect.width, cover.rect.height].allSatisfy({ $0 > 0 && $0.isFinite }) {
            throw LineamentError(
                .invalidArgument, "A covered area must have a width and a height above 0, not \(cover.rect).")
        }
        guard kept == .nobody || subject != .people else {
            throw LineamentError(
                .invalidArgument,
                "\(name("keep", "")) leaves faces and heads visible, but \(name("what", "people")) covers whole bodies."
            )
        }
        guard uncovered.isEmpty || (subject != .people && !hasVideos) else {
            throw LineamentError(
                .invalidArgument,
                hasVideos
                    ? "\(name("uncover", "")) is for images. For a video, name the tracks of a first report: "
                        + "\(name("keep", "1,2"))."
                    : "\(name("uncover", "")) leaves faces and heads visible, but \(name("what", "people")) covers whole bodies."
            )
        }
        guard uncovered.allSatisfy({ $0 > 0 }) else {
            throw LineamentError(.invalidArgument, "\(name("uncover", "")) counts from 1.")
        }
        guard kept != .largest || !hasVideos else {
            throw LineamentError(
                .invalidArgument,
                "\(name("keep", "largest")) is for images. For a video, name the tracks of a first report: "
                    + "\(name("keep", "1,2")).")
        }
    }
}

extension RedactorOptions.Kept {
    /// The form of the words, for messages.
    package static let form = "nobody, largest, or track IDs such as 1,4"

    /// Creates the choice from its words: `nobody`, `largest`, or track IDs from 1, separated by commas.
    public init?(_ words: String) {
        switch words {
        case "nobody": self = .nobody
        case "largest": self = .largest
        default:
            let ids = words.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
            guard !ids.isEmpty, ids.allSatisfy({ $0.map { $0 > 0 } ?? false }) else { return nil }
            self = .tracks(Set(ids.compactMap(\.self)))
        }
    }
}

extension RedactionMethod {
    /// The words of the methods that need nothing else, in the order of their numbers in C.
    package static let words = ["blur", "pixelate", "fill"]

    /// Creates a method from its word; `fill` is black.
    package init?(word: String) {
        switch word {
        case "blur": self = .blur
        case "pixelate": self = .pixelate
        case "fill": self = .fill(.black)
        default: return nil
        }
    }

    /// The word of the method; `nil` for an image and for other colors than black.
    package var word: String? {
        switch self {
        case .blur: "blur"
        case .pixelate: "pixelate"
        case .fill(.black): "fill"
        default: nil
        }
    }
}
