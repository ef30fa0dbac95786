// SPDX-License-Identifier: Apache-2.0
public import Foundation
internal import Lineament

/// The test images and reference outputs next to the checkout, which most machines do not have.
public enum TestData {
    /// The root folder of the package.
    public static let packageRoot = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The folder `../shared/testdata`, or `$LINEAMENT_TESTDATA`.
    public static let folder: URL = {
        if let path = ProcessInfo.processInfo.environment["LINEAMENT_TESTDATA"] {
            return URL(fileURLWithPath: path)
        }
        return packageRoot.deletingLastPathComponent().appendingPathComponent("shared/testdata")
    }()

    /// Whether the test data exists on this machine.
    public static let isPresent = FileManager.default.fileExists(atPath: folder.path)
    /// The message for tests that are skipped without the test data.
    public static let isAbsentMessage =
        "needs the unpublished images of ../shared/testdata or $LINEAMENT_TESTDATA; see docs/accuracy.md for what the "
        + "repository's own images cover"

    /// The first asset folder that has the sample photo: `$LINEAMENT_HOME`, the checkout's `.lineament`, which `make setup`
    /// fills, or the user's.
    ///
    /// Links are resolved, because writing through a copied link would change the original folder.
    public static let assets = {
        let installed = AssetFolders.all.first {
            FileManager.default.fileExists(atPath: $0.appendingPathComponent("samples/astronaut.png").path)
        }
        return (installed ?? packageRoot.appendingPathComponent(".lineament")).resolvingSymlinksInPath()
    }()

    /// Whether the model for small faces is installed.
    public static let hasYuNet = FileManager.default.fileExists(atPath: model("yunet.tflite"))
    /// The message for tests that are skipped without the model for small faces.
    public static let yuNetIsAbsentMessage =
        "needs models/yunet.tflite; `make setup` or `swift run lineament models fetch` brings it"

    /// The photo of a man behind a camera that `make setup` downloads for the tests only.
    public static let cameraPhoto = packageRoot.appendingPathComponent(".lineament/tests/camera.png")

    /// Whether that photo is there, which an installed Lineament lacks.
    public static let hasCameraPhoto = FileManager.default.fileExists(atPath: cameraPhoto.path)
    /// The message for tests that are skipped without that photo.
    public static let cameraPhotoIsAbsentMessage = "needs .lineament/tests/camera.png; `make setup` brings it"

    /// Returns the location of a test file.
    public static func url(_ path: String) -> URL { folder.appendingPathComponent(path) }

    /// Returns the path of a model.
    public static func model(_ name: String) -> String { assets.appendingPathComponent("models/\(name)").path }
}
