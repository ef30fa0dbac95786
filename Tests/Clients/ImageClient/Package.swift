// swift-tools-version: 6.1
import PackageDescription

// What a server that takes photos needs of Lineament, and no more.
let package = Package(
    name: "ImageClient",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "Lineament", path: "../../..")],
    targets: [
        .executableTarget(
            name: "ImageClient", dependencies: [.product(name: "LineamentImages", package: "Lineament")],
            path: "Sources")
    ])
