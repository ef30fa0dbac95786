// SPDX-License-Identifier: Apache-2.0
internal import ArgumentParser
internal import Foundation
internal import Lineament
internal import LineamentImages
internal import LineamentTasks
internal import LineamentVideo

/// The run of a command over its inputs.
struct MediaRun: Sendable {
    let settings: MediaSettings
    let plan: MediaPlan
    /// The form of the results.
    let format: ResultFormat
    /// Whether a video has a summary in place of a line for each frame.
    let summarizesVideos: Bool

    /// Determines inputs and outputs, and which messages the program prints.
    /// - Throws: `ValidationError` if they do not suit each other.
    init(_ settings: MediaSettings) throws {
        try settings.check()
        self.settings = settings
        format = settings.resultFormat
        summarizesVideos = settings.summarizesVideos
        if settings.messages.quiet { MessageLogHandler.hideNotices() }
        plan = try MediaPlan(settings)
        if plan.inputs.count > 1, !settings.messages.verbose { MessageLogHandler.countImageWarnings() }
    }

    /// The model file, the hardware and the threads, for the options of a task.
    var baseOptions: BaseOptions {
        let options = BaseOptions()
        options.modelAssetPath = settings.model
        options.gpu = settings.speed.hardware.gpu
        // Models for several threads are not even compiled if the inputs keep all cores busy.
        let keepsCoresBusy = workers > Cores.available / 2 && !plan.inputs.contains(where: plan.isExclusive)
        options.numThreads = settings.speed.threads == 0 && workers > 1 && keepsCoresBusy ? 1 : settings.speed.threads
        return options
    }

    /// The memory for decoded images and frames, in bytes.
    var maxMemory: Int { settings.speed.maxMemory ?? SystemMemory.total / Self.memoryDivisor }

    /// The memory that the frames of a video may take while they wait for what follows, in bytes.
    var maxWaiting: Int { settings.speed.maxMemory ?? min(WaitingImages.usualMemory, maxMemory) }

    /// The time limit for one image, in seconds; `nil` for none.
    var timeLimit: Double? { settings.speed.timeout == 0 ? nil : settings.speed.timeout }

    /// Decoded images may take a quarter of the memory, counted at 4 bytes a pixel. With detection and drawing, an image
    /// takes up to 11 bytes a pixel. A single image may exceed the limit.
    private static let memoryDivisor = 4

    /// The number of inputs to process at once.
    var workers: Int {
        let cores = Cores.available
        let jobs = settings.speed.jobs
        return max(1, min(jobs == 0 ? cores : jobs, cores, plan.inputs.count))
    }

    var decoder: ImageDecoder {
        var decoder = ImageDecoder()
        decoder.maxPixels = settings.speed.maxPixels
        decoder.detail = settings.speed.decode
        return decoder
    }

    var readerOptions: VideoReader.Options {
        var options = VideoReader.Options()
        settings.input.range.fill(&options)
        options.maxPixels = settings.speed.maxPixels
        return options
    }
}
