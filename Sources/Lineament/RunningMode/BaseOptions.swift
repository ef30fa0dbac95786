// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// Options common to all tasks: model, hardware and threads.
public class BaseOptions: NSObject, NSCopying {
    private var path = ""

    /// The path of the model: a `.task` bundle or, for the face detector, a `.tflite` model.
    ///
    /// The file is mapped into memory, as in MediaPipe. To update a file in use, rename another one over it instead of
    /// writing into it.
    ///
    /// If the path is empty, the default, and there is no ``modelAssetBuffer``, the task's default model is loaded from
    /// the asset folders; see ``AssetFolders``. `nil` counts as empty, so that the result of
    /// `Bundle.main.path(forResource:ofType:)` can be assigned.
    public var modelAssetPath: String! {
        get { path }
        set { path = newValue ?? "" }
    }

    /// The bytes of the model, used if ``modelAssetPath`` is empty. Default: `nil`. A Lineament extension, which
    /// MediaPipe has in Python.
    public var modelAssetBuffer: Data?

    /// The hardware that the models run on. Default: `.CPU`.
    ///
    /// With `.GPU`, they run on an NVIDIA GPU where there is ONNX Runtime with CUDA, as `lineament models fetch cuda` installs
    /// it, otherwise on one with a Vulkan driver where `lineament models fetch gpu` has installed the accelerator, if that
    /// computes a model as the CPU does. Where neither does, they run on the CPU, and a warning says why.
    public var delegate = Delegate.CPU

    /// Whether a task cannot be made if its models do not run on the ``delegate``. Default: false. A Lineament extension.
    public var requiresDelegate = false

    /// Whether a GPU may compute with 16-bit floats, which is faster on most, but moves landmarks. Default: false. A
    /// Lineament extension.
    ///
    /// A model is computed with 32-bit floats all the same, and a warning says why, if the GPU does not have 16-bit ones or
    /// the model's outputs differ too much with them. The CPU always computes with 32 bits.
    public var allowsHalfPrecision = false

    /// The number of threads of one inference, up to 64. Default: 0, for as many as help: one for each core that no
    /// other call needs, but at most four, and fewer where that takes less time.
    public var numThreads = 0

    /// Whether errors may suggest naming another model.
    private(set) var offersModel = true

    /// The maximum size of a model, in bytes, larger than any of these tasks, so that a wrong path does not exhaust memory.
    package static let maxModelSize = 256 << 20

    /// Creates the default options.
    public override init() {}

    /// Returns a copy with the same values.
    public func copy(with zone: NSZone? = nil) -> Any {
        let copy = BaseOptions()
        copy.path = path
        copy.modelAssetBuffer = modelAssetBuffer
        copy.delegate = delegate
        copy.requiresDelegate = requiresDelegate
        copy.allowsHalfPrecision = allowsHalfPrecision
        copy.numThreads = numThreads
        copy.offersModel = offersModel
        return copy
    }

    /// The same options but for the model, for tasks whose models these options do not name.
    package var withDefaultModel: BaseOptions {
        let options = copy() as? BaseOptions ?? BaseOptions()
        options.path = ""
        options.modelAssetBuffer = nil
        options.offersModel = false
        return options
    }
}
