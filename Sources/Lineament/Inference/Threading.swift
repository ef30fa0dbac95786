// SPDX-License-Identifier: Apache-2.0

/// The number of threads of an inference, the number of inferences that may run at once, and whether a GPU runs them.
package struct Threading: Sendable, Hashable {
    /// The maximum number of threads of an inference.
    package static let maximum = 64

    /// The most threads of an inference, unless the caller chooses: beyond four, the models gain little.
    static var usual: Int { min(4, Cores.available) }

    /// The number of threads of one inference: the most, unless it is fixed.
    let threadsPerRun: Int
    /// Whether the caller chose the number of threads, so that each inference takes as many, whatever runs beside it.
    let isFixed: Bool
    /// The maximum number of inferences at once: one per core.
    let concurrentRuns: Int
    /// The maximum number of compiled copies of a model. A caller that is woken when a copy is free may still have to
    /// wait for its core, while another core has nothing to do; with two more callers than cores at work, none is idle.
    var maxCopies: Int { concurrentRuns + 2 }
    /// How a GPU runs them; `nil` if the CPU does.
    private(set) var gpu: GPUUse?

    /// The same without a GPU.
    var onCPU: Threading {
        var threading = self
        threading.gpu = nil
        return threading
    }

    /// Checks the options of a task.
    /// - Throws: ``LineamentError`` with code `invalidArgument` if the number of threads is out of range.
    init(_ options: BaseOptions) throws {
        try self.init(requested: options.numThreads, gpu: options.gpu)
    }

    /// Checks the requested number of threads.
    /// - Parameters:
    ///   - requested: The threads of one inference; 0 for what is usual.
    ///   - gpu: How a GPU runs them; `nil` if the CPU does.
    /// - Throws: ``LineamentError`` with code `invalidArgument` if the number is out of range.
    init(requested: Int, gpu: GPUUse? = nil) throws {
        guard (0...Self.maximum).contains(requested) else {
            throw LineamentError(
                .invalidArgument, "numThreads must be 0 (automatic) to \(Self.maximum), not \(requested).")
        }
        threadsPerRun = requested == 0 ? Self.usual : requested
        isFixed = requested > 0
        concurrentRuns = Cores.available
        self.gpu = gpu
    }
}
