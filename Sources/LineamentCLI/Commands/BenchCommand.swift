internal import ArgumentParser
internal import Foundation
internal import Lineament
internal import LineamentMedia

struct BenchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench",
        abstract: "Times each stage on this machine.",
        discussion: "Medians over the rounds, in milliseconds. Quote ratios, not times: machines differ.")

    @Argument(help: "A picture with a face. Default: the sample photo of `make setup`.")
    var picture: String?

    @Option(help: "How often each stage runs.")
    var rounds = 50

    @Option(help: "Threads for each model run. 0: as many as are of use.")
    var threads = 0

    func validate() throws {
        guard rounds > 0 else { throw ValidationError("--rounds must be at least 1.") }
    }

    func run() throws {
        let url = try picture.map { URL(fileURLWithPath: $0) } ?? Self.samplePhoto()
        let decoder = ImageDecoder()
        let pixels = try decoder.decode(contentsOf: url)
        print("\(url.path), \(pixels.width)x\(pixels.height), median of \(rounds) rounds, milliseconds")
        let options = FaceLandmarkerOptions()
        options.baseOptions.numThreads = threads
        options.outputFaceBlendshapes = true
        options.outputFacialTransformationMatrixes = true
        let stages = try FaceStages(image: MPImage(pixelBuffer: pixels), options: options).stages
        let decoding = (name: "decode the file", run: { _ = try decoder.decode(contentsOf: url) })
        for stage in [decoding] + stages {
            let name = stage.name.padding(toLength: 40, withPad: " ", startingAt: 0)
            print(name, String(format: "%8.3f", try median(of: stage.run)))
        }
    }

    private func median(of body: () throws -> Void) throws -> Double {
        try body()
        let clock = ContinuousClock()
        let times = try (0..<rounds).map { _ in try clock.measure(body) / .milliseconds(1) }
        return times.sorted()[times.count / 2]
    }

    private static func samplePhoto() throws -> URL {
        let candidates = AssetFolders.candidates("samples", "astronaut.png")
        guard let found = candidates.first(where: { FileManager.default.fileExists(atPath: $0.path) }) else {
            throw ValidationError("Name a picture: the sample photo is not there (make setup gets it).")
        }
        return found
    }
}
