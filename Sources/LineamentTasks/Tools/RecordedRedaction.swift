// SPDX-License-Identifier: Apache-2.0
package import Lineament
package import LineamentTools

/// A redaction of one input whose results are recorded.
package struct RecordedRedaction: LoadedTask {
    private let task: any LoadedTask<RedactionOutput>
    private let recording: PlanRecording

    package init(_ task: any LoadedTask<RedactionOutput>, by recording: PlanRecording) {
        self.task = task
        self.recording = recording
    }

    package var output: RedactionOutput { task.output }

    package func detect(_ image: MPImage) throws -> Redaction {
        let found = try task.detect(image)
        recording.add(found, of: image)
        return found
    }

    package func makeWorker() throws -> any FrameWorker<Redaction> {
        Worker(worker: try task.makeWorker(), recording: recording)
    }

    private struct Worker: FrameWorker {
        let worker: any FrameWorker<Redaction>
        let recording: PlanRecording

        var pace: ResultPace { worker.pace }
        /// With the result and its frame at hand, thumbnails are made.
        var looksAgain: Bool { worker.looksAgain || recording.hasThumbnails }

        func add(_ frame: Frame) throws -> [Redaction] {
            let results = try worker.add(frame)
            recording.addFrame(frame.image, at: frame.seconds)
            return recorded(results)
        }

        func finish() throws -> [Redaction] {
            let results = recorded(try worker.finish())
            recording.end()
            return results
        }

        func complete(_ result: Redaction, of image: MPImage) throws -> Redaction {
            var whole = result
            // A frame that cannot be searched again has its first result.
            defer { recording.add(whole, ofFrame: image) }
            whole = try worker.complete(result, of: image)
            return whole
        }

        private func recorded(_ results: [Redaction]) -> [Redaction] {
            if !looksAgain { for result in results { recording.add(result) } }
            return results
        }
    }
}
