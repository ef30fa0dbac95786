public import Foundation

/// The test images and reference outputs next to the checkout, which most machines do not have.
public enum TestData {
    public static let packageRoot = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The folder `../shared/testdata`, or `$LINEAMENT_TESTDATA`.
    public static let folder: URL = {
        if let path = ProcessInfo.processInfo.environment["LINEAMENT_TESTDATA"] {
            return URL(fileURLWithPath: path)
        }
        return packageRoot.deletingLastPathComponent().appendingPathComponent("shared/testdata")
    }()

    public static let isPresent = FileManager.default.fileExists(atPath: folder.path)
    public static let isAbsentMessage = "../shared/testdata is not on this machine"

    /// The sample photo that `make setup` downloads.
    public static let samplePhoto = packageRoot.appendingPathComponent(".lineament/samples/astronaut.png")

    public static func url(_ path: String) -> URL { folder.appendingPathComponent(path) }

    public static func model(_ name: String) -> String {
        packageRoot.appendingPathComponent(".lineament/models/\(name)").path
    }
}
