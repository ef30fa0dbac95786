// swift-tools-version: 6.1
// SPDX-License-Identifier: Apache-2.0
import PackageDescription

// Only those parts of Lineament that a server for photos needs.
let package = Package(
    name: "ImageClient",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "Lineament", path: "../../..")],
    targets: [
        .executableTarget(
            name: "ImageClient", dependencies: [.product(name: "LineamentImages", package: "Lineament")],
            path: "Sources")
    ])
