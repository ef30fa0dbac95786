public import Foundation

/// What a model runs on.
public enum Delegate: UInt, Sendable {
    case CPU = 0
    /// Not available; a task made with it throws.
    case GPU = 1
}

/// Options that all tasks have.
public class BaseOptions: NSObject, NSCopying {
    private var path = ""

    /// The model file: a `.task` bundle or, for the face detector, a `.tflite` model.
    ///
    /// It is mapped into memory, as the original does: replace one that is in use by renaming another file over it, not
    /// by writing into it.
    ///
    /// Empty, the default, takes the task's own model from the asset folders; see ``AssetFolders``. nil counts as
    /// empty, so that what `Bundle.main.path(forResource:ofType:)` returns can be assigned.
    public var modelAssetPath: String! {
        get { path }
        set { path = newValue ?? "" }
    }

    /// What the model runs on. Default: the CPU, the only one there is.
    public var delegate = Delegate.CPU

    /// Threads for one run of a model: 0, the default, for one a core and four at most.
    ///
    /// With many pictures in work at once, one thread each gives the best throughput.
    public var numThreads = 0

    public override init() {}

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
    public var baseOptions = BaseOptions()

    public override init() {}

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
    /// The time of the picture. In image mode 0 for a task's first picture, then a second more for each.
    public let timestampInMilliseconds: Int

    init(timestampInMilliseconds: Int) {
        self.timestampInMilliseconds = timestampInMilliseconds
    }
}
