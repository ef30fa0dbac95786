/// A delegate that is not kept alive. Set once, so it may be read from any thread.
final class WeakDelegate: @unchecked Sendable {
    private(set) weak var object: AnyObject?

    init(_ object: AnyObject) { self.object = object }
}
