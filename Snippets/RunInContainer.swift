import Foundation
import Lineament
import LineamentImages

// Before the first task: files that came with the image go before $LINEAMENT_HOME and all other folders.
AssetFolders.additional = [URL(fileURLWithPath: "/opt/lineament", isDirectory: true)]

let options = FaceDetectorOptions()
options.baseOptions.numThreads = 1
do {
    let detector = try FaceDetector(options: options)
    let image = try MPImage(contentsOf: URL(fileURLWithPath: CommandLine.arguments[1]))
    print(try await detector.result(for: image).detections.count)
} catch let error as LineamentError where error.code == .notFound {
    print("A file is missing: \(error.message)")
} catch let error as LineamentError where error.code == .permissionDenied {
    print("A file is not trusted or cannot be read: \(error.message)")
}
