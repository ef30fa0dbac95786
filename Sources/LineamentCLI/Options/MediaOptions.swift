internal import ArgumentParser
internal import Foundation
internal import Lineament
internal import LineamentImages
internal import LineamentOutput
internal import LineamentVideo

/// The arguments and options of every command that processes images and videos.
struct MediaOptions: ParsableArguments {
    @OptionGroup(title: "Input") var input: InputOptions
    @OptionGroup(title: "Output") var output: OutputOptions
    @OptionGroup(title: "Speed and limits") var speed: SpeedOptions
}

extension MediaOptions {
    /// Returns the inputs and outputs of the run.
    /// - Parameters:
    ///   - model: the model file; empty for the installed one.
    ///   - masks: the folder for masks, if they were requested.
    ///   - kindOfMasks: what the files in that folder are, in their names.
    ///   - background: what is drawn behind people; `nil` for drawings of results.
    ///   - other: another file that is read, if there is one at this path.
    func plan(
        model: String = "", masks: String? = nil, kindOfMasks: String = "mask", background: BackgroundChoice? = nil,
        reading other: String? = nil
    ) throws -> MediaPlan {
        guard background == nil || output.annotate != nil else {
            throw ValidationError("--background requires --annotate.")
        }
        speed.hardware.apply()
        if output.quiet { MessageLogHandler.hideNotices() }
        let plan = try MediaPlan(
            options: self, model: model, masks: masks, kindOfMasks: kindOfMasks,
            isTransparent: background?.isTransparent ?? false, reading: background?.path ?? other)
        if plan.inputs.count > 1, !output.verbose { MessageLogHandler.countImageWarnings() }
        return plan
    }

    /// Returns the task options for a model file, empty for the installed one, and the threads.
    func baseOptions(for plan: MediaPlan, model: String) -> BaseOptions {
        let options = BaseOptions()
        options.modelAssetPath = model
        let isParallel = workers(for: plan) > 1 && !plan.inputs.contains(where: plan.isExclusive)
        options.numThreads = speed.threads == 0 && isParallel ? 1 : speed.threads
        return options
    }

    /// Processes all inputs of a plan.
    /// - Throws: `ExitCode.failure` if any input failed.
    func run<Output: ResultOutput>(
        _ task: MediaTask<Output>, on plan: MediaPlan,
        encoding: AnnotatedVideoOutput.Encoding = AnnotatedVideoOutput.Encoding()
    ) throws {
        try MediaPipeline(
            task: task, plan: plan, format: output.resultFormat, decoder: decoder, readerOptions: readerOptions,
            timeLimit: speed.timeout == 0 ? nil : speed.timeout, workers: workers(for: plan),
            memory: DecodedMemoryBudget(limit: maxMemory), selectsFrames: input.selectsFrames, isQuiet: output.quiet,
            summarizesVideos: output.summarizesVideos, maxMemory: maxMemory, encoding: encoding
        ).run()
    }

    /// The memory for decoded images and frames, in bytes.
    var maxMemory: Int { speed.maxMemory ?? SystemMemory.total / Self.memoryDivisor }

    /// The memory for the frames of a video that wait for what follows, in bytes.
    var maxWaiting: Int { speed.maxMemory ?? min(WaitingImages.usualMemory, maxMemory) }

    /// Decoded images may take a quarter of the memory, counted at 4 bytes a pixel. With detection and drawing, an image
    /// takes up to 11 bytes a pixel. A single image may exceed the limit.
    private static var memoryDivisor: Int { 4 }

    /// Returns the number of inputs to process at once.
    private func workers(for plan: MediaPlan) -> Int {
        let cores = Cores.available
        return max(1, min(speed.jobs == 0 ? cores : speed.jobs, cores, plan.inputs.count))
    }

    private var decoder: ImageDecoder {
        var decoder = ImageDecoder()
        decoder.maxPixels = speed.maxPixels
        decoder.detail = speed.decode
        return decoder
    }

    private var readerOptions: VideoReader.Options {
        var options = VideoReader.Options()
        options.start = input.start
        options.duration = input.duration
        options.every = input.every
        options.maxPixels = speed.maxPixels
        return options
    }
}
