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
