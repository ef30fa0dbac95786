internal import Foundation
internal import Lineament
internal import LineamentImages
internal import LineamentOutput
internal import LineamentRender

/// A task with its models loaded, which turns images into answers. Safe to use from several threads.
struct PreparedTask: Sendable {
    /// An answer and how long its steps took.
    struct Answer: Sendable {
        var body: Data
        var run: Duration
        var encode: Duration
    }

    private let answer: @Sendable (PixelBuffer, AnswerFormat) throws -> Answer

    init<Task: ImageTask, Output: ResultOutput>(
        _ task: Task, _ output: Output, labels: LabelMode
    ) where Task.Output == Output.Result {
        self.init(output, labels: labels) { try task.detect(image: $0) }
    }

    init<Output: ResultOutput>(
        _ output: Output, labels: LabelMode, detect: @escaping @Sendable (MPImage) throws -> Output.Result
    ) {
        answer = { pixels, format in
            let clock = ContinuousClock()
            let start = clock.now
            let result = try detect(MPImage(pixelBuffer: pixels))
            let afterRun = clock.now
            // The command line calls an image that has no name "-", too.
            let head = ResultHead(source: "-", relativePath: "", width: pixels.width, height: pixels.height)
            let body =
                switch format {
                case .json: Data(output.json(result, head).utf8)
                case .csv: Data((CSV.line(output.csvColumns + ["error"]) + output.csv(result, head)).utf8)
                case .image(let kind):
                    try ImageEncoder().encode(output.overlay(result, labels: labels).drawn(over: pixels), as: kind)
                }
            return Answer(body: body, run: afterRun - start, encode: clock.now - afterRun)
        }
    }

    /// Processes an image.
    func callAsFunction(_ pixels: PixelBuffer, as format: AnswerFormat) throws -> Answer {
        try answer(pixels, format)
    }
}

/// The form of an answer, chosen with the header `Accept`.
enum AnswerFormat: Sendable, Hashable {
    case json, csv
    case image(ImageEncoder.Format)

    /// The media types of all forms; the first stands for any.
    static let mediaTypes: [(name: String, format: AnswerFormat)] = [
        ("application/json", .json), ("text/csv", .csv), ("image/png", .image(.png)), ("image/jpeg", .image(.jpeg)),
        ("image/webp", .image(.webp)),
    ]

    /// Returns the form that a client prefers; nil if it accepts none.
    init?(accept: String?) {
        let wanted = (accept ?? "*/*").split(separator: ",").enumerated().map { place, item in
            let parts = item.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces).lowercased() }
            let quality = parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) } ?? 1
            return (name: parts.first ?? "", quality: quality, place: place)
        }
        let preferred = wanted.filter { $0.quality > 0 }.sorted { ($1.quality, $0.place) < ($0.quality, $1.place) }
        for (name, _, _) in preferred {
            let found = Self.mediaTypes.first { type in
                name == "*/*" || name == type.name || name == (type.name.prefix { $0 != "/" } + "/*")
            }
            if let found {
                self = found.format
                return
            }
        }
        return nil
    }

    var mediaType: String { Self.mediaTypes.first { $0.format == self }?.name ?? "application/octet-stream" }
}
