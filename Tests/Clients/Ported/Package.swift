// swift-tools-version: 6.1
// SPDX-License-Identifier: Apache-2.0
import PackageDescription

/// Returns a program that imports the products of these names, as it did on iOS.
func program(_ name: String, _ products: [String], mode: SwiftLanguageMode = .v5) -> Target {
    .executableTarget(
        name: name, dependencies: ["Checks"] + products.map { .product(name: $0, package: "Lineament") },
        swiftSettings: [.swiftLanguageMode(mode)])
}

// Programs as they are written for iOS, with the import lines that they have there.
let package = Package(
    name: "Ported",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "Lineament", path: "../../..")],
    targets: [
        .target(name: "Checks", swiftSettings: [.swiftLanguageMode(.v6)]),
        .executableTarget(
            name: "MakeClip",
            dependencies: [
                "Checks", .product(name: "Lineament", package: "Lineament"),
                .product(name: "LineamentImages", package: "Lineament"),
                .product(name: "LineamentVideo", package: "Lineament"),
            ]),
        program("MediaPipeService", ["MediaPipeTasksVision", "UIKit", "AVFoundation"]),
        program("OverlayGeometry", ["MediaPipeTasksVision", "UIKit", "CoreImage", "ImageIO"]),
        program("CameraFeed", ["MediaPipeTasksVision", "UIKit", "AVFoundation", "CoreMedia", "CoreVideo"]),
        program("PortraitTests", ["MediaPipeTasksVision", "UIKit"]),
        program(
            "ServerPlugin", ["MediaPipeTasksVision", "UIKit", "CoreGraphics", "CoreVideo", "ImageIO"], mode: .v6),
        program("MLKitStill", ["MLKitVision", "MLKitFaceDetection", "MLKitPoseDetection", "MLImage", "UIKit"]),
        program("MLKitLive", ["MLKit", "UIKit", "AVFoundation", "CoreMedia"]),
        program("FirebaseFaces", ["Firebase", "UIKit", "AVFoundation"]),
        program("VisionVideo", ["Vision", "AVFoundation", "CoreMedia", "CoreVideo"]),
        program("VisionStill", ["Vision", "UIKit", "CoreImage", "ImageIO"], mode: .v6),
    ])
