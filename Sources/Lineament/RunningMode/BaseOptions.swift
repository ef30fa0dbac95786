public import Foundation

/// What a model runs on.
public enum Delegate: UInt, Sendable {
    /// The processor, the only choice there is.
    case CPU = 0
    /// Not available; a task made with it throws.
    case GPU = 1
}

/// Options that all tasks have.
public class BaseOptions: NSObject, NSCopying {
    private var path = ""

    /// The model file: a `.task` bundle or, for the face detector, a `.tflite` model.
    ///
    /// It is mapped into memory, as in MediaPipe: replace a file that is in use by renaming another over it, not by
    /// writing into it.
    ///
    /// Empty, the default, takes the task's own model from the asset folders; see ``AssetFolders``. nil counts as
    /// empty, so that what `Bundle.main.path(forResource:ofType:)` returns can be assigned.
    public var modelAssetPath: String! {
        get { path }
        set { path = newValue ?? "" }
    }

    /// What the model runs on. Default: the CPU, the only one there is.
    public var delegate = Delegate.CPU

    /// The number of threads of one inference: 0, the default, for one a core and four at most.
    ///
    /// With many images at once, one thread each gives the best throughput.
    public var numThreads = 0

    /// The default options.
    public override init() {}

    /// A copy with the same values.
    public func copy(with zone: NSZone? = nil) -> Any {
        let copy = BaseOptions()
        copy.path = path
        copy.delegate = delegate
        copy.numThreads = numThreads
        return copy
    }
}

/// What the options of every task start with.
public class TaskOptions: NSObject, NSCopying {
    /// Model, threads and delegate.
    public var baseOptions = BaseOptions()

    /// The default options.
    public override init() {}

    /// A copy with the same values.
    public func copy(with zone: NSZone? = nil) -> Any {
        let copy = Self.init(copying: self)
        return copy
    }

    /// Takes over every option of `other`. Subclasses add theirs.
    required init(copying other: TaskOptions) {
        baseOptions = other.baseOptions.copy() as? BaseOptions ?? BaseOptions()
    }
}

/// What the results of every task have.
public class TaskResult: @unchecked Sendable {
    // Sound: nothing changes after the initializer; subclasses keep to that.

    /// The time of the image. In image mode 0 for a task's first image, then a second more for each.
    public let timestampInMilliseconds: Int

    init(timestampInMilliseconds: Int) {
        self.timestampInMilliseconds = timestampInMilliseconds
    }
}

/// Checks of option values, whose errors name the option and its range.
enum OptionCheck {
    static func fraction(_ value: Float, _ option: String) throws {
        guard (0...1).contains(value) else {
            throw LineamentError(
                .invalidArgument, "Invalid `\(option)` option: value must be in the range [0.0, 1.0], not \(value).")
        }
    }

    static func positive(_ value: Int, _ option: String) throws {
        guard value > 0 else {
            throw LineamentError(
                .invalidArgument, "Invalid `\(option)` option: value must be at least 1, not \(value).")
        }
    }

    static func delegate(_ delegate: Delegate) throws {
        guard delegate == .CPU else {
            throw LineamentError(
                .unimplemented, "Lineament runs on the CPU only: set baseOptions.delegate to .CPU.")
        }
    }
}
