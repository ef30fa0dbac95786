// SPDX-License-Identifier: Apache-2.0
package import CLineament
internal import Foundation
internal import Lineament
internal import LineamentImages
internal import LineamentRender
internal import LineamentTasks
internal import Locking

@_cdecl("lineament_redactor_create")
package func lineamentRedactorCreate(
    _ subject: Int32, _ method: Int32, _ minConfidence: Float, _ redactor: NewHandle?, _ message: ErrorMessage?
) -> MpStatus {
    var options = LineamentRedactorOptions()
    options.subject = subject
    options.method = method
    options.min_confidence = minConfidence
    return lineamentRedactorCreateWithOptions(&options, redactor, message)
}

@_cdecl("lineament_redactor_options_init")
package func lineamentRedactorOptionsInit(_ options: UnsafeMutablePointer<LineamentRedactorOptions>?) {
    options?.pointee = LineamentRedactorOptions()
    options?.pointee.min_confidence = RedactorOptions().minDetectionConfidence
}

@_cdecl("lineament_redactor_create_with_options")
package func lineamentRedactorCreateWithOptions(
    _ options: UnsafePointer<LineamentRedactorOptions>?, _ redactor: NewHandle?, _ message: ErrorMessage?
) -> MpStatus {
    creating(redactor, "redactor", message) {
        let source = try required(options, "options").pointee
        let options = try RedactorOptions(source)
        let base = try BaseOptions(
            threads: source.threads, delegate: source.delegate, allowsHalfPrecision: source.half_precision)
        if source.review { try Cairo.open() }
        return SharedRedactor(try Redactor(options: options, baseOptions: base), isReview: source.review)
    }
}

extension RedactorOptions {
    /// Reads the options of C.
    /// - Throws: `LineamentError` with code `invalidArgument` if one is out of its range or they do not suit each other.
    fileprivate init(_ source: LineamentRedactorOptions) throws {
        self.init()
        subject = try choice(Int(source.subject), of: Subject.allCases, "subject")
        let word = try choice(Int(source.method), of: RedactionMethod.words, "method")
        method = try source.stamp.map(RedactionMethod.init(stamp:)) ?? RedactionMethod(word: word) ?? method
        guard (0...1).contains(source.min_confidence) else {
            throw LineamentError(.invalidArgument, "min_confidence must be 0 to 1, not \(source.min_confidence).")
        }
        minDetectionConfidence = source.min_confidence
        verifies = source.verify
        kept = try Kept(source)
        try check(hasVideos: false, naming: Self.name)
    }

    /// Returns an option for messages, which Python shows, too.
    static func name(_ option: String, _ value: String) -> String {
        value.isEmpty ? option : "\(option)=\(value)"
    }
}

extension RedactorOptions.Kept {
    fileprivate init(_ source: LineamentRedactorOptions) throws {
        let count = Int(source.keep_tracks_count)
        guard count >= 0 else {
            throw LineamentError(.invalidArgument, "keep_tracks_count must not be negative, but it is \(count).")
        }
        guard count > 0 else {
            self = source.keep_largest ? .largest : .nobody
            return
        }
        guard !source.keep_largest else {
            throw LineamentError(.invalidArgument, "keep is the largest face, or tracks, not both.")
        }
        let tracks = try required(source.keep_tracks, "keep_tracks")
        let ids = (0..<count).map { Int(tracks[$0]) }
        guard ids.allSatisfy({ $0 > 0 }) else {
            throw LineamentError(.invalidArgument, "keep must be \(Self.form), but tracks begin at 1.")
        }
        self = .tracks(Set(ids))
    }
}

extension RedactionMethod {
    fileprivate init(stamp: OpaquePointer) throws {
        self = .image(try taskImage(of: stamp).pixels.packed())
    }
}

@_cdecl("lineament_redactor_redact")
package func lineamentRedactorRedact(
    _ redactor: OpaquePointer?, _ image: OpaquePointer?, _ copy: NewHandle?, _ message: ErrorMessage?
) -> MpStatus {
    creating(copy, "copy", message) {
        let redactor = try HandleTable.object(redactor, SharedRedactor.self)
        return SharedImage(try redactor.redact(taskImage(of: image)).copy)
    }
}

@_cdecl("lineament_redactor_redact_with_report")
package func lineamentRedactorRedactWithReport(
    _ redactor: OpaquePointer?, _ image: OpaquePointer?, _ copy: NewHandle?, _ report: ErrorMessage?,
    _ message: ErrorMessage?
) -> MpStatus {
    creating(copy, "copy", message) {
        let report = try place(report, "report", holding: nil)
        let redactor = try HandleTable.object(redactor, SharedRedactor.self)
        let (made, found) = try redactor.redact(taskImage(of: image))
        report.pointee = strdup(found.report(of: made, seconds: nil))
        return SharedImage(made)
    }
}

@_cdecl("lineament_redactor_redact_file")
package func lineamentRedactorRedactFile(
    _ redactor: OpaquePointer?, _ data: UnsafeRawPointer?, _ size: Int, _ type: UnsafePointer<CChar>?,
    _ copy: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?, _ copySize: UnsafeMutablePointer<Int>?,
    _ report: ErrorMessage?, _ message: ErrorMessage?
) -> MpStatus {
    status(message) {
        let copy = try place(copy, "copy", holding: nil)
        let copySize = try place(copySize, "copy_size", holding: 0)
        report?.pointee = nil
        let redactor = try HandleTable.object(redactor, SharedRedactor.self)
        let file = try Data(borrowing: data, count: size)
        let format = try type.map { try ImageEncoder.Format(named: String(utf8: $0, "type")) }
        let pixels = try ImageDecoder().decode(file)
        let (made, found) = try redactor.redact(pixels, of: file, as: format ?? ImageEncoder.Format(of: file) ?? .png)
        copy.pointee = try made.copiedForC()
        copySize.pointee = made.count
        report?.pointee = strdup(found.report(of: pixels, seconds: nil))
    }
}

@_cdecl("lineament_redactor_close")
package func lineamentRedactorClose(_ redactor: OpaquePointer?, _ message: ErrorMessage?) -> MpStatus {
    status(message) { try HandleTable.remove(redactor, SharedRedactor.self) }
}

@_cdecl("lineament_redaction_create")
package func lineamentRedactionCreate(
    _ redactor: OpaquePointer?, _ redaction: NewHandle?, _ message: ErrorMessage?
) -> MpStatus {
    creating(redaction, "redaction", message) {
        try SharedRedaction(HandleTable.object(redactor, SharedRedactor.self))
    }
}

@_cdecl("lineament_redaction_add")
package func lineamentRedactionAdd(
    _ redaction: OpaquePointer?, _ frame: OpaquePointer?, _ seconds: Double, _ message: ErrorMessage?
) -> MpStatus {
    status(message) {
        let redaction = try HandleTable.object(redaction, SharedRedaction.self)
        let moment = try HandleTable.object(frame, SharedImage.self).moment
        // The caller may have rounded the time to milliseconds. Frames with times of their own are in no container.
        let isOwn = moment.map { abs($0.time - seconds) < 0.001 } ?? false
        try redaction.add(taskImage(of: frame), time: seconds, container: isOwn ? moment?.container : nil)
    }
}

@_cdecl("lineament_redaction_finish")
package func lineamentRedactionFinish(_ redaction: OpaquePointer?, _ message: ErrorMessage?) -> MpStatus {
    status(message) { try HandleTable.object(redaction, SharedRedaction.self).finish() }
}

@_cdecl("lineament_redaction_next")
package func lineamentRedactionNext(
    _ redaction: OpaquePointer?, _ copy: NewHandle?, _ message: ErrorMessage?
) -> MpStatus {
    status(message) {
        let copy = try place(copy, "copy", holding: nil)
        let next = try HandleTable.object(redaction, SharedRedaction.self).next()
        copy.pointee = next.flatMap { HandleTable.insert(SharedImage($0.copy)) }
    }
}

@_cdecl("lineament_redaction_next_with_report")
package func lineamentRedactionNextWithReport(
    _ redaction: OpaquePointer?, _ copy: NewHandle?, _ seconds: UnsafeMutablePointer<Double>?,
    _ report: ErrorMessage?, _ message: ErrorMessage?
) -> MpStatus {
    status(message) {
        let copy = try place(copy, "copy", holding: nil)
        let report = try place(report, "report", holding: nil)
        let seconds = try place(seconds, "seconds", holding: 0)
        guard let next = try HandleTable.object(redaction, SharedRedaction.self).next() else { return }
        report.pointee = strdup(next.redaction.report(of: next.copy, seconds: next.time))
        seconds.pointee = next.time
        copy.pointee = HandleTable.insert(SharedImage(next.copy))
    }
}

extension Redaction {
    /// Returns the report of an image or frame, as the command line has it but for the names of files.
    fileprivate func report(of copy: PixelBuffer, seconds: Double?) -> String {
        JSONText.object { json in
            json.member("width", copy.width)
            json.member("height", copy.height)
            if let seconds { json.member("timestampInMilliseconds", whole: (seconds * 1000).rounded()) }
            writeMembers(&json)
        }
    }
}

@_cdecl("lineament_redaction_missed_areas")
package func lineamentRedactionMissedAreas(
    _ redaction: OpaquePointer?, _ count: UnsafeMutablePointer<Int32>?, _ message: ErrorMessage?
) -> MpStatus {
    status(message) {
        let count = try required(count, "count")
        count.pointee = Int32(clamping: try HandleTable.object(redaction, SharedRedaction.self).missedCount)
    }
}

@_cdecl("lineament_redaction_close")
package func lineamentRedactionClose(_ redaction: OpaquePointer?, _ message: ErrorMessage?) -> MpStatus {
    status(message) { try HandleTable.remove(redaction, SharedRedaction.self) }
}

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

/// The redaction of one video.
final class SharedRedaction: ForkBound {
    static let handleName = "redaction"

    private typealias Pair = PairedSession<Redaction, Double>.Pair

    private struct State: Sendable {
        var session: PairedSession<Redaction, Double>
        /// The recording that becomes the plan; `nil` if none is wanted.
        var recording: PlanRecording?
        /// The time of the last frame, in seconds.
        var time = -Double.infinity
        /// The number of frames.
        var count = 0
        var isFinished = false
        /// The frames that can be taken.
        var ready: ArraySlice<Pair> = []
    }

    let redactor: SharedRedactor
    private let state: Locked<State>
    private let missed = Locked(0)
    let origin = ForkGuard()

    init(_ redactor: SharedRedactor) throws {
        try redactor.body.options.check(hasVideos: true, naming: RedactorOptions.name)
        self.redactor = redactor
        state = Locked(State(session: try Self.session(of: Self.task(redactor, missed))))
    }

    private static func task(_ redactor: SharedRedactor, _ missed: Locked<Int>) throws -> RedactionTask {
        RedactionTask(redactor.body, redactor.output, covering: try redactor.boxes(isVideo: true)) { count in
            missed.withLock { $0 = count }
        }
    }

    /// The number of boxes of another detector that belong to no frame.
    var missedCount: Int { missed.withLock { $0 } }

    private static func session(
        of task: some LoadedTask<RedactionOutput>
    ) throws -> PairedSession<Redaction, Double> {
        let images = WaitingImages(budget: MemoryBudget(limit: WaitingImages.usualMemory))
        return PairedSession(try task.makeWorker(), waitingIn: images)
    }

    /// Records a plan from the first frame on.
    /// - Throws: `LineamentError` if there was a frame.
    func record() throws {
        try state.withLock { state in
            guard state.time == -.infinity, !state.isFinished else {
                throw LineamentError(.failedPrecondition, "A plan is recorded from the first frame on.")
            }
            let recording = redactor.makeRecording()
            let task = try Self.task(redactor, missed)
            state.session = try Self.session(of: RecordedRedaction(task, by: recording))
            state.recording = recording
        }
    }

    /// Returns the recording of the plan.
    func recorded() throws -> PlanRecording {
        guard let recording = state.withLock({ $0.recording }) else {
            throw LineamentError(.failedPrecondition, "Nothing was recorded: call lineament_redaction_record first.")
        }
        return recording
    }

    /// Adds the next frame.
    /// - Parameter container: Its time by the clock of the container; `nil` without one, or if the frame was given another time.
    func add(_ image: MPImage, time: Double, container: ContainerMoment?) throws {
        try state.withLock { state in
            guard !state.isFinished else {
                throw LineamentError(
                    .invalidArgument, "The video has ended. Begin another with a redaction of its own.")
            }
            guard time.isFinite, time > state.time else {
                throw LineamentError(
                    .invalidArgument, "The time of a frame must be greater than that of the one before.")
            }
            // A redactor goes by seconds, and boxes by the number of the frame.
            let frame = Frame(image, milliseconds: 0, seconds: time, index: state.count, container: container)
            state.ready += try state.session.add(frame, time)
            state.time = time
            state.count += 1
        }
    }

    func finish() throws {
        try state.withLock { state in
            state.isFinished = true
            state.ready += try state.session.finish()
        }
    }

    /// Leaves the copies out that are ready.
    func skip() throws {
        while let pair = state.withLock({ $0.ready.popFirst() }) { _ = try pair.result() }
    }

    /// Returns the next copy and what it covers; `nil` if none is ready.
    func next() throws -> (copy: PixelBuffer, time: Double, redaction: Redaction)? {
        guard let pair = state.withLock({ $0.ready.popFirst() }) else { return nil }
        let found = try pair.result()
        return (try redactor.copy(of: pair.image(), found), pair.info, found)
    }
}
