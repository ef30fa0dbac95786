internal import ArgumentParser
internal import Foundation
internal import Lineament
internal import LineamentMedia
internal import LineamentRender

/// What every command that works on pictures takes.
struct PictureOptions: ParsableArguments {
    @Argument(help: "Pictures, folders of pictures, or - for one picture on standard input.")
    var inputs: [String]

    @Option(help: "Model file. Default: the one that `lineament models` lists.")
    var model = ""

    @Option(help: "Threads for each model run. 0: as many as are of use, one for each job if there are several.")
    var threads = 0

    @Option(help: "Pictures worked on at once. 0: one for each core.")
    var jobs = 0

    @Option(help: "Largest picture to decode, in pixels.")
    var maxPixels = ImageDecoder().maxPixels

    @Option(name: [.short, .long], help: "File for the results. Default: standard output.")
    var output: String?

    @Option(help: "json: one object a line for each picture. csv: one line for each face.")
    var format = ResultFormat.json

    @Option(help: "Draw what was found: a .jpg, .png or .webp file for one picture, a folder for many.")
    var annotate: String?

    func validate() throws {
        guard jobs >= 0 else { throw ValidationError("--jobs must be 0 or more.") }
        guard threads >= 0 else { throw ValidationError("--threads must be 0 or more.") }
        guard maxPixels > 0 else { throw ValidationError("--max-pixels must be at least 1.") }
        guard inputs.filter({ $0 == "-" }).count <= 1 else {
            throw ValidationError("- (standard input) can be named once only.")
        }
    }
}

extension PictureOptions {
    /// The pictures and how many to work on at once.
    func makeRun() -> PictureRun {
        let pictures = PictureInput.all(from: inputs)
        let cores = ProcessInfo.processInfo.activeProcessorCount
        return PictureRun(inputs: pictures, jobs: max(1, min(jobs == 0 ? cores : jobs, pictures.count)))
    }

    /// What the tasks are told of the model and threads.
    func baseOptions(for run: PictureRun) -> BaseOptions {
        let options = BaseOptions()
        options.modelAssetPath = model
        options.numThreads = threads == 0 && run.jobs > 1 ? 1 : threads
        return options
    }

    var decoder: ImageDecoder {
        var decoder = ImageDecoder()
        decoder.maxPixels = maxPixels
        return decoder
    }
}

/// How one kind of result is made, written and drawn.
struct PictureWork<Output>: Sendable {
    let csvColumns: [String]
    let detect: @Sendable (MPImage) throws -> Output
    let write: @Sendable (Output, ResultHead, ResultFormat) -> String
    let overlay: @Sendable (Output) -> any Overlay
}

extension PictureOptions {
    /// Works on all pictures.
    /// - Throws: `ExitCode.failure` if some picture failed.
    func perform<Output>(_ work: PictureWork<Output>, in run: PictureRun) throws {
        let annotation = try annotate.map { try Annotation(path: $0, inputCount: run.inputs.count) }
        let file = try ResultFile(path: output)
        if format == .csv { try file.write(CSV.line(work.csvColumns + ["error"])) }
        let progress = ProgressLine(total: run.inputs.count)
        let (decoder, format) = (decoder, format)
        let failures = try run.run { input in
            let pixels = try input.decode(decoder)
            let found = try work.detect(MPImage(pixelBuffer: pixels))
            try annotation?.write(work.overlay(found), over: pixels, of: input)
            return work.write(
                found, ResultHead(source: input.source, width: pixels.width, height: pixels.height), format)
        } deliver: { input, result, number in
            switch result {
            case .success(let text):
                try file.write(text)
            case .failure(let error):
                progress.clear()
                StandardError.write("error: \(error.message)")
                try file.write(Self.failureLine(error, input, format, columns: work.csvColumns.count))
            }
            progress.update(done: number)
        }
        progress.clear()
        if failures > 0 { throw ExitCode.failure }
    }

    private static func failureLine(
        _ error: LineamentError, _ input: PictureInput, _ format: ResultFormat, columns: Int
    ) -> String {
        switch format {
        case .json: JSONWriter.failure(error, source: input.source)
        case .csv:
            CSV.line([input.source] + Array(repeating: "", count: columns - 1) + [error.message])
        }
    }
}
