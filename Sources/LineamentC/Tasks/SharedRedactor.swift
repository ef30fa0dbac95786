// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Lineament
internal import LineamentImages
internal import LineamentRender
internal import LineamentTasks
internal import LineamentTools

/// A redactor that C code holds.
final class SharedRedactor: ForkBound {
    static let handleName = "redactor"
    let body: Redactor
    let isReview: Bool
    /// The boxes of another detector for the only input; `nil` for none.
    let areas: GivenBoxFile?
    /// Whether a plan has thumbnails.
    let hasThumbnails: Bool
    let origin = ForkGuard()

    init(_ body: Redactor, isReview: Bool, areas: GivenBoxFile? = nil, hasThumbnails: Bool = false) {
        self.body = body
        self.isReview = isReview
        self.areas = areas
        self.hasThumbnails = hasThumbnails
    }

    /// Loads the models.
    /// - Throws: `LineamentError`, such as with code `invalidArgument` for options that exclude each other.
    convenience init(_ settings: Settings) throws {
        let choices = settings.filled(RedactionChoices(), by: RedactionChoices.table)
        if let image = settings.image("how") { choices.options.method = .image(image) }
        try choices.options.check(hasVideos: false, naming: RedactorOptions.name)
        let areas = try settings.areas
        if choices.isReview { try Cairo.open() }
        self.init(
            try Redactor(options: choices.options, baseOptions: settings.baseOptions), isReview: choices.isReview,
            areas: areas, hasThumbnails: choices.hasThumbnails)
    }

    /// Returns a redactor with the same models for one image or video.
    /// - Throws: `LineamentError` with code `invalidArgument` for an option that is not about one input, or that does
    ///   not suit the others.
    func with(_ settings: Settings) throws -> SharedRedactor {
        let own = ["areas", "cover", "uncover", "thumbnails"]
        guard settings.values.keys.allSatisfy(own.contains), settings.image("how") == nil else {
            throw LineamentError(
                .invalidArgument, "For one image or video, only these can be set: \(own.joined(separator: ", ")).")
        }
        let choices = RedactionChoices()
        choices.options = body.options
        choices.hasThumbnails = hasThumbnails
        RedactionChoices.table.set(choices, to: settings.values)
        try choices.options.check(hasVideos: false, naming: RedactorOptions.name)
        return SharedRedactor(
            body.with(choices.options), isReview: isReview, areas: try settings.areas ?? areas,
            hasThumbnails: choices.hasThumbnails)
    }

    /// Returns a recording for the plan of an input.
    func makeRecording() -> PlanRecording { PlanRecording(covers: body.options.covers, hasThumbnails: hasThumbnails) }

    /// Returns the detections of another detector.
    /// - Throws: `LineamentError` with code `invalidArgument` if that is of another medium.
    func boxes(isVideo: Bool) throws -> [GivenBox] { try areas?.boxes(ofOnly: nil, isVideo: isVideo, start: 0) ?? [] }

    func redact(_ image: MPImage) throws -> (copy: PixelBuffer, redaction: Redaction) {
        let found = try body.redaction(of: image, covering: boxes(isVideo: false))
        return (try copy(of: image.pixels, found), found)
    }

    /// Returns the bytes of a copy of a file, which differs where something is covered.
    func redact(
        _ pixels: PixelBuffer, of file: Data, as format: ImageEncoder.Format
    ) throws -> (copy: Data, redaction: Redaction) {
        let found = try body.redaction(of: MPImage(pixelBuffer: pixels), covering: boxes(isVideo: false))
        return (try output.overlay(found, labels: .auto).copy(of: pixels, from: file, as: format), found)
    }

    /// Returns a copy in which the areas are covered, or drawn for a review.
    func copy(of pixels: PixelBuffer, _ found: Redaction) throws -> PixelBuffer {
        try output.overlay(found, labels: .auto).drawn(over: pixels)
    }

    /// How results are drawn.
    var output: RedactionOutput { RedactionOutput(method: body.options.method, isReview: isReview) }
}

extension Settings {
    /// The boxes of another detector; `nil` for none.
    /// - Throws: `LineamentError` with code `invalidArgument` if a line is wrong.
    fileprivate var areas: GivenBoxFile? {
        get throws {
            do {
                return try values["areas"]?.word.map { try GivenBoxFile(jsonLines: $0) }
            } catch let error as LineamentError {
                throw LineamentError(error.code, "areas: \(error.message)")
            }
        }
    }
}

extension RedactorOptions {
    /// Returns an option for messages, which Python shows, too.
    static func name(_ option: String, _ value: String) -> String {
        value.isEmpty ? option : "\(option)=\(value)"
    }
}

extension Redaction {
    /// Returns the report of an image or frame, as the command line has it but for the names of files.
    func report(of copy: PixelBuffer, seconds: Double?) -> String {
        JSONText.object { json in
            json.member("width", copy.width)
            json.member("height", copy.height)
            if let seconds { json.member("timestampInMilliseconds", whole: (seconds * 1000).rounded()) }
            writeMembers(&json)
        }
    }
}
