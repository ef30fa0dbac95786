// swift-tools-version: 6.1
// SPDX-License-Identifier: Apache-2.0
import PackageDescription

// A program that itself uses GLib and FFmpeg alongside Lineament.
let package = Package(
    name: "HostClient",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "Lineament", path: "../../..")],
    targets: [
        .systemLibrary(name: "CHostGLib", pkgConfig: "glib-2.0"),
        .systemLibrary(name: "CHostFFmpeg", pkgConfig: "libavcodec libavutil"),
        .executableTarget(
            name: "HostClient",
            dependencies: [
                "CHostGLib", "CHostFFmpeg", .product(name: "LineamentImages", package: "Lineament"),
                .product(name: "LineamentVideo", package: "Lineament"),
            ]),
    ])
