internal import ArgumentParser
internal import Foundation
internal import Lineament
internal import LineamentMedia
internal import LineamentRender

/// What files that could be a picture or a video are taken for.
enum InputMode: String, ExpressibleByArgument, CaseIterable, Sendable {
    case image, video
}

/// How much of a large JPEG picture is decoded.
enum DecodeChoice: String, ExpressibleByArgument, CaseIterable, Sendable {
    case full, scaled

    var detail: DecodingDetail { self == .full ? .full : .scaled }
}

/// What every command that works on pictures and videos takes.
struct MediaOptions: ParsableArguments {
    @Argument(
        help:
            "Pictures, videos, folders of them, camera:/dev/video0, rtsp:// and http:// addresses, - for a picture on standard input."
    )
    var inputs: [String]

    @Option(help: "Take files for pictures (image) or videos (video). Default: by their names.")
    var runningMode: InputMode?

    @Option(help: "Seconds of a video to pass over at its beginning.")
    var start = 0.0

    @Option(help: "Seconds of a video to work on. Default: all.")
    var duration: Double?

    @Option(help: "Work on every n-th frame of a video only.")
    var every = 1

    @Option(help: "Model file. Default: the one that `lineament models` lists.")
    var model = ""

    @Option(help: "Threads for each model run. 0: as many as are of use, one for each job if there are several.")
    var threads = 0

    @Option(
        help: "Pictures, or video files, worked on at once. 0: one for each core. Annotated videos follow one another.")
    var jobs = 0

    @Option(help: "Largest picture or frame to decode, in pixels.")
    var maxPixels = ImageDecoder().maxPixels

    @Option(
        help:
            "full: decode JPEG pictures whole. scaled: large ones as coarsely as they are looked at (with --range short or full)."
    )
    var decode = DecodeChoice.full

    @Option(name: [.short, .long], help: "File for the results. Default: standard output.")
    var output: String?

    @Option(help: "json: one object a line for each picture or frame. csv: one line for each face.")
    var format = ResultFormat.json

    @Option(
        help:
            "Draw what was found: a file for one input (.jpg, .png, .webp; .mp4, .mov, .mkv, .webm), a folder for many inputs or for the frames of one video."
    )
    var annotate: String?

    func validate() throws {
        guard jobs >= 0 else { throw ValidationError("--jobs must be 0 or more.") }
        guard threads >= 0 else { throw ValidationError("--threads must be 0 or more.") }
        guard start >= 0, (duration ?? 1) > 0 else {
            throw ValidationError("--start must be 0 or more, --duration more than 0.")
        }
        guard every > 0 else { throw ValidationError("--every must be at least 1.") }
        guard maxPixels > 0 else { throw ValidationError("--max-pixels must be at least 1.") }
        guard inputs.filter({ $0 == "-" }).count <= 1 else {
            throw ValidationError("- (standard input) can be named once only.")
        }
    }
}

extension MediaOptions {
    /// The inputs, in order.
    func makeInputs() -> [MediaInput] { MediaInput.all(from: inputs, mode: runningMode) }

    /// How many of `count` pictures to work on at once.
    private func jobCount(for count: Int) -> Int {
        let cores = Cores.available
        return max(1, min(jobs == 0 ? cores : jobs, count))
    }

    /// Whether several of the inputs are worked on at once. Videos that are annotated are not: drawing keeps all cores busy.
    private func isParallel(_ inputs: [MediaInput]) -> Bool {
        guard jobCount(for: inputs.count) > 1 else { return false }
        return inputs.allSatisfy { annotate == nil ? $0.isVideoFile : false } || !inputs.contains(where: \.isVideo)
    }

    /// What the tasks are told of the model and threads.
    func baseOptions(for inputs: [MediaInput]) -> BaseOptions {
        let options = BaseOptions()
        options.modelAssetPath = model
        options.numThreads = threads == 0 && isParallel(inputs) ? 1 : threads
        return options
    }

    private var decoder: ImageDecoder {
        var decoder = ImageDecoder()
        decoder.maxPixels = maxPixels
        decoder.detail = decode.detail
        return decoder
    }

    private var readerOptions: VideoReader.Options {
        var options = VideoReader.Options()
        options.start = start
        options.duration = duration
        options.every = every
        options.maxPixels = maxPixels
        return options
    }
}

/// How one kind of result is made, written and drawn.
struct MediaWork<Output>: Sendable {
    let csvColumns: [String]
    let detect: @Sendable (MPImage) throws -> Output
    /// Makes what works on the frames of one video.
    let makeSession: @Sendable () -> (MPImage, _ timestamp: Int) throws -> Output
    let write: @Sendable (Output, ResultHead, ResultFormat) throws -> String
    let overlay: @Sendable (Output) -> any Overlay
}

extension MediaWork {
    init<Task: ImageTask>(
        task: Task, csvColumns: [String],
        write: @escaping @Sendable (Output, ResultHead, ResultFormat) throws -> String,
        overlay: @escaping @Sendable (Output) -> any Overlay
    ) where Task.Output == Output {
        self.init(
            csvColumns: csvColumns,
            detect: { try task.detect(image: $0) },
            makeSession: {
                let session = task.makeSession()
                return { try session.detect(videoFrame: $0, timestampInMilliseconds: $1) }
            }, write: write, overlay: overlay)
    }
}

extension MediaOptions {
    /// Works on all inputs: runs of pictures, or nothing but video files, side by side, other videos one after the other;
    /// results in order.
    /// - Throws: `ExitCode.failure` if some input failed.
    func perform<Output>(_ work: MediaWork<Output>, on inputs: [MediaInput]) throws {
        let annotation = try annotate.map { try Annotation(path: $0, inputs: inputs) }
        let file = try ResultFile(path: output)
        if format == .csv { try file.write(CSV.line(work.csvColumns + ["error"])) }
        Interruption.watch()
        var failures = 0
        var rest = inputs[...]
        while let first = rest.first, !Interruption.isRequested {
            let group = rest.prefix { $0.isVideo == first.isVideo }
            let areTogether = !first.isVideo || isParallel(inputs)
            rest = rest.dropFirst(areTogether ? group.count : 1)
            if first.isVideo && areTogether {
                failures += try perform(work, onVideos: Array(group), file)
            } else if first.isVideo {
                failures += try perform(
                    work, onVideo: first, annotation, VideoProgress(first.source), isOnlyInput: inputs.count == 1,
                    write: file.write)
            } else {
                failures += try perform(work, onPictures: Array(group), annotation, file)
            }
        }
        if Interruption.isRequested { throw ExitCode(Interruption.status) }
        if failures > 0 { throw ExitCode.failure }
    }

    private func perform<Output>(
        _ work: MediaWork<Output>, onPictures pictures: [MediaInput], _ annotation: Annotation?, _ file: ResultFile
    ) throws -> Int {
        let progress = ProgressLine(total: pictures.count, of: "pictures")
        let (decoder, format) = (decoder, format)
        let run = PictureRun(inputs: pictures, jobs: jobCount(for: pictures.count))
        let failures = try run.run { input in
            let pixels = try input.decode(decoder)
            let found = try work.detect(MPImage(pixelBuffer: pixels))
            if let annotation {
                try AnnotatedPicture.write(work.overlay(found), over: pixels, to: annotation.target(of: input))
            }
            return try work.write(
                found,
                ResultHead(
                    source: input.source, relativePath: input.relativePath, width: pixels.width,
                    height: pixels.height), format)
        } deliver: { input, result, number in
            switch result {
            case .success(let text):
                try file.write(text)
            case .failure(let error):
                progress.clear()
                try report(error, of: input, columns: work.csvColumns.count, write: file.write)
            }
            progress.update(done: number)
        }
        progress.clear()
        return failures
    }

    private func perform<Output>(
        _ work: MediaWork<Output>, onVideos videos: [MediaInput], _ file: ResultFile
    ) throws -> Int {
        try VideoRuns(videos: videos, jobs: jobCount(for: videos.count)).run(
            results: OrderedResults(file), progress: ProgressLine(total: videos.count, of: "videos")
        ) { input, write in
            try perform(work, onVideo: input, nil, nil, isOnlyInput: false, write: write) == 0
        }
    }

    private func perform<Output>(
        _ work: MediaWork<Output>, onVideo input: MediaInput, _ annotation: Annotation?, _ progress: VideoProgress?,
        isOnlyInput: Bool, write: (String) throws -> Void
    ) throws -> Int {
        let process = work.makeSession()
        var drawn: AnnotatedVideo?
        defer { progress?.clear() }
        do {
            // Whatever ends the run, the annotated file is completed.
            defer { try? drawn?.finish() }
            try VideoRun(input: input, options: readerOptions, readsAhead: annotation == nil).run(progress: progress) {
                reader in
                drawn = annotation.map {
                    AnnotatedVideo($0, of: input, reader: reader, isOnlyInput: isOnlyInput)
                }
            } work: { frame in
                let found = try process(MPImage(pixelBuffer: frame.pixels), frame.timestampInMilliseconds)
                let head = ResultHead(
                    source: input.source, relativePath: input.relativePath, width: frame.pixels.width,
                    height: frame.pixels.height, timestamp: frame.timestampInMilliseconds, frame: frame.index)
                try write(work.write(found, head, format))
                try drawn?.write(work.overlay(found), over: frame)
            }
            try drawn?.finish()
            return 0
        } catch let error as LineamentError {
            progress?.clear()
            try report(error, of: input, columns: work.csvColumns.count, write: write)
            return 1
        }
    }

    private func report(_ error: LineamentError, of input: MediaInput, columns: Int, write: (String) throws -> Void)
        throws
    {
        StandardError.write("error: \(error.message)")
        switch format {
        case .json: try write(JSONWriter.failure(error, source: input.source))
        case .csv:
            try write(
                CSV.line([input.source] + Array(repeating: "", count: columns - 1) + [error.message]))
        }
    }
}
