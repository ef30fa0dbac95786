// SPDX-License-Identifier: Apache-2.0
internal import CLineament
internal import Foundation
internal import Lineament
internal import Locking

/// One of MediaPipe's structures for the results of a task.
protocol MpTaskResult: SendableMetatype {
    associatedtype Output: TaskResult

    /// The structure of a result that was closed.
    init()
    init(_ result: Output)
    /// Releases what the structure holds.
    func close()
}

/// One of MediaPipe's five tasks, in the running mode that it was created with.
final class MediaPipeTask<CResult: MpTaskResult>: ForkBound {
    typealias Output = CResult.Output
    /// Receives each result, or error, with its frame and the frame's timestamp.
    typealias Delivery = @Sendable (Result<Output, any Error>, _ frame: MPImage, _ timestamp: Int64) -> Void

    static var handleName: String { "task" }

    private let mode: MpRunningMode
    private let detect: @Sendable (MPImage) throws -> Output
    private let session: TaskSession<Output>
    private let stream: LiveStream<Output>?
    let origin = ForkGuard()
    /// The timestamp of the first frame, which counts as 0, as programs also count in microseconds since 1970.
    private let start = Locked<Int64?>(nil)

    /// Creates a task.
    /// - Parameters:
    ///   - runningMode: An `MpRunningMode`.
    ///   - deliver: Receives the results of a live stream; `nil` if the options have no callback.
    ///   - make: Creates the task that holds the models, in image mode.
    /// - Throws: `LineamentError` with code `invalidArgument` if the mode is unknown, or a live stream has no callback;
    ///   what `make` throws.
    init<Task: ImageTask>(
        runningMode: Int32, deliver: Delivery?, _ make: () throws -> Task
    ) throws where Task.Output == Output {
        mode = MpRunningMode(rawValue: UInt32(bitPattern: runningMode))
        switch (mode, deliver) {
        case (MP_RUNNING_MODE_IMAGE, _), (MP_RUNNING_MODE_VIDEO, _), (MP_RUNNING_MODE_LIVE_STREAM, _?): break
        case (MP_RUNNING_MODE_LIVE_STREAM, nil):
            throw LineamentError(
                .invalidArgument,
                "The vision task is in live stream mode, a user-defined result callback must be provided.")
        default:
            throw LineamentError(
                .invalidArgument,
                "The running mode must be 1 (image), 2 (video) or 3 (live stream), not \(runningMode).")
        }
        let task = try make()
        detect = { try task.detect(image: $0) }
        let session = task.makeSession()
        self.session = session
        guard mode == MP_RUNNING_MODE_LIVE_STREAM, let deliver else {
            stream = nil
            return
        }
        stream = LiveStream(session, name: "lineament.live") { [start] result, frame, time in
            deliver(result, frame, Int64(time) + (start.withLock { $0 } ?? 0))
        }
    }

    /// Processes a single image.
    func result(for image: MPImage) throws -> Output {
        try require(MP_RUNNING_MODE_IMAGE)
        return try detect(image)
    }

    /// Processes the next frame of a video.
    func result(forFrame frame: MPImage, timestamp: Int64) throws -> Output {
        try require(MP_RUNNING_MODE_VIDEO)
        return try session.detect(videoFrame: frame, timestampInMilliseconds: time(of: timestamp))
    }

    /// Submits the next frame of a live stream.
    func submit(_ frame: MPImage, timestamp: Int64) throws {
        try require(MP_RUNNING_MODE_LIVE_STREAM)
        try stream?.push(frame, timestamp: time(of: timestamp))
    }

    /// Returns a timestamp relative to the first.
    private func time(of timestamp: Int64) throws -> Int {
        let first = start.withLock { start in
            if start == nil { start = timestamp }
            return start ?? timestamp
        }
        let (time, overflow) = timestamp.subtractingReportingOverflow(first)
        guard !overflow else {
            throw LineamentError(.invalidArgument, "The timestamp \(timestamp) is too far from the first, \(first).")
        }
        return Int(time)
    }

    /// Ends a live stream and waits for a callback that is running.
    func close() { stream?.close() }

    private func require(_ needed: MpRunningMode) throws {
        guard mode != needed else { return }
        throw LineamentError(
            .invalidArgument,
            "Task is not initialized with the \(Self.name(of: needed)) mode. "
                + "Current running mode:\(Self.name(of: mode)) mode")
    }

    private static func name(of mode: MpRunningMode) -> String {
        switch mode {
        case MP_RUNNING_MODE_IMAGE: "image"
        case MP_RUNNING_MODE_VIDEO: "video"
        default: "live stream"
        }
    }
}

/// The functions of all five tasks, over MediaPipe's structures for their options and results.
extension MediaPipeTask {
    /// Creates a task.
    /// - Parameters:
    ///   - callback: Returns the function that receives the results of a live stream; `nil` if there is none.
    ///   - call: Calls it with a status, a result, the handle of the frame, and the timestamp.
    ///   - make: Creates the task that holds the models, in image mode.
    static func create<Options: MpTaskOptions, Callback, Task: ImageTask>(
        _ options: UnsafePointer<Options>?, _ handle: NewHandle?, _ name: String, _ message: ErrorMessage?,
        callback: (Options) -> Callback?,
        call:
            @escaping @Sendable (
                _ callback: Callback, MpStatus, UnsafePointer<CResult>?, _ frame: OpaquePointer?,
                _ timestamp: Int64
            ) -> Void,
        _ make: (_ given: Options, BaseOptions) throws -> Task
    ) -> MpStatus where Task.Output == Output {
        creating(handle, name, message) {
            let given = try Options(copying: options)
            let base = BaseOptions()
            try base.copy(given.base_options)
            let deliver = callback(given).map { delivery(to: $0, call: call) }
            return try MediaPipeTask(runningMode: given.running_mode, deliver: deliver) { try make(given, base) }
        }
    }

    /// Returns a function that passes the results of a live stream to C code.
    private static func delivery<Callback>(
        to callback: Callback,
        call: @escaping @Sendable (Callback, MpStatus, UnsafePointer<CResult>?, OpaquePointer?, Int64) -> Void
    ) -> Delivery {
        let target = UncheckedCallback(call: callback)
        return { result, frame, timestamp in
            let handle = HandleTable.insert(SharedImage(frame.pixels))
            defer { mpImageFree(handle) }
            var converted: CResult?
            let code = status(nil) { converted = CResult(try result.get()) }
            guard var converted else { return call(target.call, code, nil, handle, timestamp) }
            call(target.call, code, &converted, handle, timestamp)
            converted.close()
        }
    }

    /// Processes a single image, or a frame if there is a timestamp, and stores the result.
    static func detect(
        _ handle: OpaquePointer?, _ image: OpaquePointer?, _ options: UnsafePointer<MpImageProcessingOptions>?,
        timestamp: Int64? = nil, _ result: UnsafeMutablePointer<CResult>?, _ message: ErrorMessage?
    ) -> MpStatus {
        status(message) {
            let result = try required(result, "result")
            // Programs also close the result of a call that failed.
            memset(result, 0, MemoryLayout<CResult>.size)
            let task = try HandleTable.object(handle, MediaPipeTask.self)
            let image = try taskImage(image, options)
            let output =
                try timestamp.map { try task.result(forFrame: image, timestamp: $0) } ?? task.result(for: image)
            result.pointee = CResult(output)
        }
    }

    /// Submits a frame of a live stream.
    static func submit(
        _ handle: OpaquePointer?, _ image: OpaquePointer?, _ options: UnsafePointer<MpImageProcessingOptions>?,
        timestamp: Int64, _ message: ErrorMessage?
    ) -> MpStatus {
        status(message) {
            try HandleTable.object(handle, MediaPipeTask.self).submit(taskImage(image, options), timestamp: timestamp)
        }
    }

    /// Releases what a result holds.
    static func close(_ result: UnsafeMutablePointer<CResult>?) {
        result?.pointee.close()
        result?.pointee = CResult()
    }

    /// Closes a task.
    static func close(_ handle: OpaquePointer?, _ message: ErrorMessage?) -> MpStatus {
        status(message) {
            let task = try HandleTable.remove(handle, MediaPipeTask.self)
            if task.isUsable { task.close() }
        }
    }

    private static func taskImage(
        _ image: OpaquePointer?, _ options: UnsafePointer<MpImageProcessingOptions>?
    ) throws -> MPImage {
        let image = try HandleTable.object(image, SharedImage.self)
        if options?.pointee.has_region_of_interest == true {
            throw LineamentError(.invalidArgument, "This task doesn't support region-of-interest.")
        }
        return try image.taskImage(rotationDegrees: Int(options?.pointee.rotation_degrees ?? 0))
    }
}

/// A function pointer of C code, which its callers may use from any thread.
private struct UncheckedCallback<Callback>: @unchecked Sendable {
    // Sound: the pointer never changes, and the header says that the function is called on other threads.
    let call: Callback
}
