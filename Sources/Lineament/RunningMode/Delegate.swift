/// The hardware that models run on.
public enum Delegate: UInt, Sendable {
    /// The CPU, on which everything runs.
    case CPU = 0
    /// Accepted for programs that ask for it: the task runs on the CPU, which is logged once per process.
    case GPU = 1
}
