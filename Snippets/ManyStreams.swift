import Lineament
import LineamentVideo

let options = FaceLandmarkerOptions()
options.numFaces = 3
options.baseOptions.numThreads = 1
let landmarker = try FaceLandmarker(options: options)

try await withThrowingTaskGroup(of: Void.self) { streams in
    for source in CommandLine.arguments.dropFirst() {
        streams.addTask {
            // A camera does not wait: of the frames that come during an inference only the newest is kept.
            let isLive = source.hasPrefix("camera:") || source.contains("://")
            let reader = try isLive ? VideoReader(address: source) : VideoReader(source)
            for try await result in landmarker.results(for: reader.frames, policy: isLive ? .dropOlder : .wait) {
                print(source, result.timestampInMilliseconds, result.faces.count)
            }
        }
    }
    try await streams.waitForAll()
}
