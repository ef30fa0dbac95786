public import Foundation
internal import Logging

/// The hardware that models run on.
public enum Delegate: UInt, Sendable {
    /// The CPU, on which everything runs.
    case CPU = 0
    /// Accepted for programs that ask for it: the task runs on the CPU, which is logged once per process.
    case GPU = 1
}

/// Options common to all tasks: model, hardware and threads.
public class BaseOptions: NSObject, NSCopying {
    private var path = ""

    /// The path of the model: a `.task` bundle or, for the face detector, a `.tflite` model.
    ///
    /// The file is mapped into memory, as in MediaPipe. To update a file in use, rename another one over it instead of
    /// writing into it.
    ///
    /// If the path is empty, the default, and there is no ``modelAssetBuffer``, the task's default model is loaded from
    /// the asset folders; see ``AssetFolders``. `nil` counts as empty, so that the result of `Bundle.main.path(forResource:ofType:)` can be
    /// assigned.
    public var modelAssetPath: String! {
        get { path }
        set { path = newValue ?? "" }
    }

    /// The bytes of the model, used if ``modelAssetPath`` is empty. Default: `nil`. A Lineament extension, which
    /// MediaPipe has in Python.
    public var modelAssetBuffer: Data?

    /// The hardware that models are meant for. Default: `.CPU`. With `.GPU`, they run on the CPU as well, and the first
    /// task that asks for it logs a warning.
    public var delegate = Delegate.CPU

    /// The number of threads of one inference, up to 64. Default: 0, for one per core but at most four.
    ///
    /// To process many images at once, use 1, which gives the highest throughput.
    public var numThreads = 0

    /// The maximum size of a model, in bytes, larger than any of these tasks, so that a wrong path does not exhaust memory.
    package static let largestModelSize = 256 << 20

    /// Creates the default options.
    public override init() {}

    /// Returns a copy with the same values.
    public func copy(with zone: NSZone? = nil) -> Any {
        let copy = BaseOptions()
        copy.path = path
        copy.modelAssetBuffer = modelAssetBuffer
        copy.delegate = delegate
        copy.numThreads = numThreads
        return copy
    }
}

/// The superclass of the options of every task.
public class TaskOptions: NSObject, NSCopying {
    /// The options common to all tasks.
    public var baseOptions = BaseOptions()

    /// Whether images with a mirrored orientation, as front cameras deliver them, are processed. Default: false, for
    /// which they are refused, as in MediaPipe.
    ///
    /// The models see the image without its mirroring, so left and right are the subject's. Results are in the
    /// coordinates of the image as stored, like those of other orientations; matrices describe the head as the stored
    /// image shows it. Either all frames of a video should be mirrored or none. A Lineament extension.
    public var acceptsMirroredOrientations = false

    /// Creates the default options.
    public override init() {}

    /// Returns a copy with the same values.
    public func copy(with zone: NSZone? = nil) -> Any {
        let copy = Self.init(copying: self)
        return copy
    }

    /// Copies every option of `other`. Subclasses copy theirs as well.
    required init(copying other: TaskOptions) {
        baseOptions = other.baseOptions.copy() as? BaseOptions ?? BaseOptions()
        acceptsMirroredOrientations = other.acceptsMirroredOrientations
    }
}

/// The superclass of the results of every task.
public class TaskResult: @unchecked Sendable {
    // Sound: nothing changes after the initializer; subclasses keep to that.

    /// The timestamp of the image, in milliseconds. In image mode, it is 0 for a task's first image and increases by
    /// 1000 with each.
    public let timestampInMilliseconds: Int

    init(timestampInMilliseconds: Int) {
        self.timestampInMilliseconds = timestampInMilliseconds
    }
}

/// Validates option values, with errors that name the option and its range.
enum OptionCheck {
    /// Checks that a value is in 0...1.
    static func fraction(_ value: Float, _ option: String) throws {
        guard (0...1).contains(value) else {
            throw LineamentError(
                .invalidArgument, "Invalid `\(option)` option: value must be in the range [0.0, 1.0], not \(value).")
        }
    }

    /// Checks that a value is at least 1.
    static func positive(_ value: Int, _ option: String) throws {
        guard value > 0 else {
            throw LineamentError(
                .invalidArgument, "Invalid `\(option)` option: value must be at least 1, not \(value).")
        }
    }
}

extension BaseOptions {
    /// Logs, once per process, that models run on the CPU although the options ask for a GPU.
    func warnOfMissingHardware() {
        guard delegate == .GPU else { return }
        Logger.lineament.warnOnce("Lineament runs models on the CPU, also with BaseOptions.delegate = .GPU.")
    }
}

/// The kind of input that a task processes.
public enum RunningMode: UInt, Sendable, CaseIterable {
    /// Single, unrelated images.
    case image = 0
    /// The frames of a video, passed one call each, in order.
    case video = 1
    /// The frames of a camera, submitted as they arrive; results are passed to a delegate.
    case liveStream = 2
}

extension RunningMode: CustomStringConvertible {
    /// The name of the mode, as in MediaPipe.
    public var description: String {
        switch self {
        case .image: "Image"
        case .video: "Video"
        case .liveStream: "Live Stream"
        }
    }
}
