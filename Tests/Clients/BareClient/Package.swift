// swift-tools-version: 6.1
// SPDX-License-Identifier: Apache-2.0
import PackageDescription

// All libraries of Lineament, for Scripts/tests/test_bare.sh.
let package = Package(
    name: "BareClient",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "Lineament", path: "../../..")],
    targets: [
        .executableTarget(
            name: "BareClient",
            dependencies: [
                "Lineament", "LineamentImages", "LineamentMLKit", "LineamentMLKitRender", "LineamentRender",
                "LineamentVideo", "LineamentVision", "LineamentVisionRender",
            ].map { .product(name: $0, package: "Lineament") },
            path: "Sources")
    ])
