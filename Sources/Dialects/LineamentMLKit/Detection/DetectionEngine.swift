// SPDX-License-Identifier: Apache-2.0
internal import Dispatch
internal import Lineament

/// The engine of a public detector: detects in one image, blocking, and derives ML Kit's other kinds of calls from that.
protocol DetectionEngine: Sendable {
    /// The type of the results.
    associatedtype Output: Sendable

    /// The queue on which images are processed in the order of the calls; `nil` if they may be processed at once,
    /// because no result depends on an earlier image.
    var queue: DispatchQueue? { get }

    /// Orders the completion handlers of concurrently processed images.
    var completions: OrderedCompletions { get }

    /// Returns the detections in an image. Blocks until done.
    func results(in input: DetectorInput) throws -> [Output]
}

extension DetectionEngine {
    func results(in image: any CompatibleImage) throws -> [Output] { try results(in: image.detectorInput) }

    func process(_ image: any CompatibleImage) async throws -> [Output] {
        try await results(in: image.snapshot)
    }

    /// Detects in an image without blocking and calls back on the main queue, in the order of the calls. The main queue
    /// serves programs with `dispatchMain()` or a run loop as well as those on the main actor.
    func process(_ image: any CompatibleImage, completion: @escaping ([Output]?, (any Error)?) -> Void) {
        let snapshot = image.snapshot
        let completion = MainQueueCompletion(body: completion)
        if let queue {
            queue.async { [self] in
                completion.call(with: Result { try results(in: snapshot.get()) })
            }
        } else {
            completions.run { [self] in
                try await results(in: snapshot)
            } complete: { result in
                completion.call(with: result)
            }
        }
    }

    private func results(in snapshot: Result<DetectorInput, any Error>) async throws -> [Output] {
        try await BlockingExecutor.shared.run { [self] in try results(in: snapshot.get()) }
    }
}

extension CompatibleImage {
    /// The image as it is now, so that later changes to it have no effect.
    fileprivate var snapshot: Result<DetectorInput, any Error> { Result { try detectorInput } }
}

/// A completion handler that is called once, on the main queue.
private struct MainQueueCompletion<Output: Sendable>: @unchecked Sendable {
    // Sound: `body` is not called here but on the main queue, once, and what it is called with is Sendable. It is not
    // `@Sendable` itself, so that closures written for ML Kit compile unchanged.
    let body: ([Output]?, (any Error)?) -> Void

    func call(with result: Result<[Output], any Error>) {
        DispatchQueue.main.async {
            switch result {
            case .success(let results): body(results, nil)
            case .failure(let error): body(nil, error)
            }
        }
    }
}
