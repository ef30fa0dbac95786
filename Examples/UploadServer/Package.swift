// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0
import PackageDescription

// A package of its own, as it needs Hummingbird. In yours, name Lineament by its URL instead of the path.
let package = Package(
    name: "UploadServer",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "lineament", path: "../.."),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.0"),
    ],
    targets: [
        .executableTarget(
            name: "UploadServer",
            dependencies: [
                .product(name: "Lineament", package: "lineament"),
                .product(name: "LineamentImages", package: "lineament"),
                .product(name: "Hummingbird", package: "hummingbird"),
            ])
    ]
)
