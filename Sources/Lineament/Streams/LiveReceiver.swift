/// Hands the results of a live stream to a delegate. Keeps neither the delegate nor the task alive.
///
/// Both references are set before the task can be called and never changed, so any thread may read them.
final class LiveReceiver<Task: AnyObject & Sendable, Output: Sendable>: @unchecked Sendable {
    typealias Call =
        @Sendable (
            _ delegate: AnyObject, _ task: Task, _ output: Output?, _ timestamp: Int, _ error: (any Error)?
        ) -> Void

    private weak var delegate: AnyObject?
    private let call: Call
    /// The task that results are said to come from.
    weak var task: Task?

    init(_ delegate: AnyObject, call: @escaping Call) {
        self.delegate = delegate
        self.call = call
    }

    /// What a stream calls with each result.
    var delivery: @Sendable (Result<Output, any Error>, _ timestamp: Int) -> Void {
        { [self] result, timestamp in deliver(result, timestamp: timestamp) }
    }

    private func deliver(_ result: Result<Output, any Error>, timestamp: Int) {
        guard let task, let delegate else { return }
        switch result {
        case .success(let output): call(delegate, task, output, timestamp, nil)
        case .failure(let error): call(delegate, task, nil, timestamp, error)
        }
    }
}
