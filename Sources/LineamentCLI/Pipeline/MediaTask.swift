internal import Lineament
internal import LineamentRender

/// The operations that produce, write and draw one kind of result.
struct MediaTask<Output: Sendable>: Sendable {
    let subject: Subject
    /// Returns the number of subjects in a result.
    let count: @Sendable (Output) -> Int
    let csvColumns: [String]
    let detect: @Sendable (MPImage) throws -> Output
    /// Returns the detection function for the frames of one video.
    let makeSession: @Sendable () -> (MPImage, _ timestamp: Int) throws -> Output
    let write: @Sendable (Output, ResultHead, ResultFormat) throws -> String
    let overlay: @Sendable (Output) -> any Overlay
}

extension MediaTask {
    init<Task: ImageTask>(
        task: Task, subject: Subject, count: @escaping @Sendable (Output) -> Int, csvColumns: [String],
        write: @escaping @Sendable (Output, ResultHead, ResultFormat) throws -> String,
        overlay: @escaping @Sendable (Output) -> any Overlay
    ) where Task.Output == Output {
        self.init(
            subject: subject, count: count, csvColumns: csvColumns,
            detect: { try task.detect(image: $0) },
            makeSession: {
                let session = task.makeSession()
                return { try session.detect(videoFrame: $0, timestampInMilliseconds: $1) }
            }, write: write, overlay: overlay)
    }
}

/// What a task finds, in words.
enum Subject: Sendable {
    case face, person

    func counted(_ count: Int) -> String {
        let number = count == 0 ? "no" : "\(count)"
        switch self {
        case .face: return count == 1 ? "1 face" : "\(number) faces"
        case .person: return count == 1 ? "1 person" : "\(number) people"
        }
    }
}
