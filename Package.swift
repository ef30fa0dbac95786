// swift-tools-version: 6.1
import PackageDescription

let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("ExistentialAny"),
]

let package = Package(
    name: "Lineament",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [
        .library(name: "Lineament", targets: ["Lineament"]),
        .library(name: "LineamentMLKit", targets: ["LineamentMLKit"]),
        .library(name: "LineamentVision", targets: ["LineamentVision"]),
        .library(name: "LineamentMedia", targets: ["LineamentMedia"]),
        .library(name: "LineamentRender", targets: ["LineamentRender"]),
        .executable(name: "lineament", targets: ["LineamentCLI"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-protobuf", from: "1.39.0"),
    ],
    targets: [
        .target(name: "CLiteRT"),
        .target(name: "LiteRT", dependencies: ["CLiteRT"], swiftSettings: strict),
        .target(name: "CLineamentKernels"),
        .target(
            name: "Lineament",
            dependencies: [
                "LiteRT", "CLineamentKernels",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "SwiftProtobuf", package: "swift-protobuf"),
            ],
            exclude: ["FaceGeometry/face_geometry.proto"],
            swiftSettings: strict),

        .target(name: "LineamentMLKit", dependencies: ["Lineament"], swiftSettings: strict),
        .target(name: "LineamentVision", dependencies: ["Lineament", "LineamentMedia"], swiftSettings: strict),

        .systemLibrary(
            name: "CTurboJPEG", pkgConfig: "libturbojpeg", providers: [.apt(["libturbojpeg0-dev"])]),
        .systemLibrary(name: "CVips", pkgConfig: "glib-2.0", providers: [.apt(["libvips-dev"])]),
        .systemLibrary(
            name: "CFFmpeg",
            providers: [
                .apt(["libavformat-dev", "libavdevice-dev", "libavcodec-dev", "libavutil-dev", "libswscale-dev"])
            ]),
        .systemLibrary(name: "CCairo", pkgConfig: "cairo", providers: [.apt(["libcairo2-dev"])]),
        .target(
            name: "CMediaShims", dependencies: ["CVips", "CFFmpeg"],
            // On Linux these are opened when they are needed; see on_demand.h.
            linkerSettings: ["avformat", "avcodec", "avutil", "swscale", "vips", "gobject-2.0", "glib-2.0"].map {
                .linkedLibrary($0, .when(platforms: [.macOS]))
            } + [.linkedLibrary("z")]),
        .target(
            name: "LineamentMedia",
            dependencies: [
                "Lineament", "CTurboJPEG", "CMediaShims", "CFFmpeg",
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: strict),
        .target(
            name: "LineamentRender", dependencies: ["Lineament", "LineamentMedia", "CCairo"],
            swiftSettings: strict),
        .executableTarget(
            name: "LineamentCLI",
            dependencies: [
                "LiteRT", "Lineament", "LineamentMLKit", "LineamentMedia", "LineamentRender",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
            ],
            resources: [
                .embedInCode("Assets/manifest.txt"), .embedInCode("Assets/fetch.sh"),
                .embedInCode("Assets/pose_bundle.py"), .embedInCode("Assets/yunet_to_tflite.py"),
            ],
            swiftSettings: strict),

        .target(name: "BenchmarkLoop", path: "Benchmarks/Loop", swiftSettings: strict),
        .executableTarget(
            name: "BenchmarkWorker", dependencies: ["Lineament", "BenchmarkLoop"], path: "Benchmarks/Worker",
            swiftSettings: strict),
        .executableTarget(
            name: "BenchmarkFileWorker", dependencies: ["Lineament", "LineamentMedia", "BenchmarkLoop"],
            path: "Benchmarks/FileWorker", swiftSettings: strict),
        .executableTarget(
            name: "FaceLandmarks", dependencies: ["Lineament", "LineamentMedia"], path: "Examples/FaceLandmarks"),
        .executableTarget(
            name: "FaceDetection", dependencies: ["Lineament", "LineamentMedia"], path: "Examples/FaceDetection"),
        .executableTarget(
            name: "PoseLandmarks", dependencies: ["Lineament", "LineamentMedia"], path: "Examples/PoseLandmarks"),
        .executableTarget(
            name: "MLKitFaces", dependencies: ["LineamentMLKit", "LineamentMedia"], path: "Examples/MLKitFaces"),
        .executableTarget(
            name: "VisionLandmarks",
            dependencies: ["Lineament", "LineamentVision", "LineamentMedia", "LineamentRender"],
            path: "Examples/VisionLandmarks"),

        .target(
            name: "TestSupport", dependencies: ["Lineament", "LineamentMedia"], path: "Tests/TestSupport",
            swiftSettings: strict),
        .testTarget(name: "LiteRTTests", dependencies: ["LiteRT", "TestSupport"], swiftSettings: strict),
        .testTarget(
            name: "LineamentTests", dependencies: ["Lineament", "LiteRT", "LineamentMedia", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "LineamentMediaTests", dependencies: ["Lineament", "LineamentMedia", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "DialectTests",
            dependencies: ["Lineament", "LineamentMLKit", "LineamentVision", "LineamentMedia", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "ParityTests", dependencies: ["Lineament", "LineamentMedia", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "CommandLineTests",
            dependencies: [
                "LineamentCLI", "Lineament", "LineamentMedia", "TestSupport", "FaceLandmarks", "FaceDetection",
                "PoseLandmarks", "MLKitFaces", "VisionLandmarks",
            ],
            swiftSettings: strict),
    ]
)
