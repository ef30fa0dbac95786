// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0
import PackageDescription

let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("ExistentialAny"),
    // On Linux, LineamentAppleTypes stands in for Apple's types.
    .define("STAND_INS", .when(platforms: [.linux])),
]

/// Holds while building for Linux, on whatever machine. Modules with a dependency of this kind are built nowhere else.
let onLinux: TargetDependencyCondition? = .when(platforms: [.linux])
let appleTypes: [Target.Dependency] = [.target(name: "LineamentAppleTypes", condition: onLinux)]

/// The modules with the names of the originals, for code that keeps its imports.
let originals: [Target] =
    reexports(
        of: [],
        as: ["CoreGraphics", "CoreMedia", "CoreML", "CoreVideo", "QuartzCore", "UniformTypeIdentifiers", "simd"])
    + reexports(of: ["LineamentImages"], as: ["CoreImage", "ImageIO", "UIKit"])
    + reexports(of: ["Lineament", "LineamentImages"], as: ["MediaPipeTasksVision"])
    + reexports(of: ["LineamentImages", "LineamentVision"], as: ["Vision"])
    + reexports(
        of: ["LineamentImages", "LineamentMLKit"],
        as: [
            "Firebase", "FirebaseMLVision", "MLImage", "MLKit", "MLKitCommon", "MLKitFaceDetection",
            "MLKitPoseDetection", "MLKitPoseDetectionAccurate", "MLKitPoseDetectionCommon", "MLKitVision",
        ])
    + [original("AVFoundation", over: ["Lineament", "LineamentImages", "LineamentVideo"])]
    + reexports(of: ["AVFoundation"], as: ["AVKit"])

/// Returns the targets of modules with these names, which re-export others and Apple's types.
func reexports(of modules: [Target.Dependency], as names: [String]) -> [Target] {
    names.map { original($0, over: modules) }
}

/// Returns the target of a module with the name of an original.
func original(_ name: String, over modules: [Target.Dependency]) -> Target {
    .target(
        name: name, dependencies: modules + appleTypes, path: "Sources/Dialects/Originals/\(name)",
        swiftSettings: strict)
}

/// Returns the products that only the service needs.
func served(_ products: [(package: String, names: [String])]) -> [Target.Dependency] {
    products.flatMap { package, names in
        names.map { .product(name: $0, package: package, condition: .when(traits: ["Server"])) }
    }
}

/// The files of the browser studio, which become part of the program.
let studioFiles = [
    "api.js", "app.js", "camera.js", "chosen.js", "code.js", "copy.js", "cutouts.js", "dom.js", "edits.js",
    "example-group.svg", "example-person.svg", "examples.js", "frames.js", "history.js", "icon.svg", "index.html",
    "lanes.js", "layers.js", "live.js", "movements.js", "options.js", "panel.js", "photos.js", "plan-canvas.js",
    "plan-editor.js", "plan-edits.js", "plan-lanes.js", "plan-pictures.js", "plan-requests.js", "plan-thumbnails.js",
    "plan-words.js", "plan-work.js", "plan.css", "plan.js", "python.js", "quoting.js", "recording.js", "results.js",
    "sending.js", "sent.js", "space.js", "stage.js", "state.js", "studio.css", "table.js", "tasks.js", "tools.js",
    "topology.js", "transport.js", "trouble.js", "video.js", "words.js", "zip.js",
]

/// The folders of headers that `make setup` fetches.
let fetchedHeaders: [CSetting] = ["", "/x86_64-linux-gnu", "/aarch64-linux-gnu"].map {
    .headerSearchPath("../../.lineament/headers/usr/include\($0)")
}

/// What the tests of ML Kit's and Vision's APIs and of code that imports the originals need.
let dialectTestDependencies: [Target.Dependency] =
    ["Lineament", "LineamentMLKit", "LineamentVision", "LineamentImages", "LineamentVideo", "TestSupport"]
    + appleTypes + originals.map { .target(name: $0.name, condition: onLinux) }

let package = Package(
    name: "Lineament",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [
        .library(name: "Lineament", targets: ["Lineament"]),
        .library(name: "LineamentMLKit", targets: ["LineamentMLKit"]),
        .library(name: "LineamentVision", targets: ["LineamentVision"]),
        .library(name: "LineamentImages", targets: ["LineamentImages"]),
        .library(name: "LineamentVideo", targets: ["LineamentVideo"]),
        .library(name: "LineamentCapture", targets: ["LineamentCapture"]),
        .library(name: "LineamentTools", targets: ["LineamentTools"]),
        .library(name: "LineamentRender", targets: ["LineamentRender"]),
        .library(name: "LineamentMLKitRender", targets: ["LineamentMLKitRender"]),
        .library(name: "LineamentVisionRender", targets: ["LineamentVisionRender"]),
        .library(name: "LineamentC", type: .static, targets: ["LineamentC"]),
        .executable(name: "lineament", targets: ["LineamentCLI"]),
    ],
    traits: [
        .trait(
            name: "Server", description: "The HTTP service, `lineament serve`. Fetches Hummingbird."
        )
    ],
    dependencies: [
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.11.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.34.1"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.11.0"),
        // Without its default traits: nothing here needs them, and SwiftPM passes more than one in an order that changes
        // from run to run, each of which compiles the package anew.
        .package(url: "https://github.com/apple/swift-protobuf", from: "1.36.0", traits: []),
    ],
    targets: [
        .target(name: "CLineamentLiteRT"),
        .target(name: "CLineamentONNX"),
        .target(name: "Locking", swiftSettings: strict),
        .target(name: "CapacityPlanner", swiftSettings: strict),
        .target(
            name: "LiteRT", dependencies: ["CLineamentLiteRT", "CLineamentONNX", "Locking"], swiftSettings: strict),
        .target(name: "CLineamentKernels"),
        .target(
            name: "Lineament",
            dependencies: [
                "LiteRT", "Locking", "CLineamentLiteRT", "CLineamentKernels",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "SwiftProtobuf", package: "swift-protobuf"),
            ] + appleTypes,
            exclude: ["FaceLandmarker/Geometry/face_geometry.proto"],
            swiftSettings: strict),

        .target(name: "LineamentAppleTypes", path: "Sources/Dialects/LineamentAppleTypes", swiftSettings: strict),
        .target(
            name: "LineamentMLKit", dependencies: ["Lineament", "LineamentImages", "Locking"] + appleTypes,
            path: "Sources/Dialects/LineamentMLKit",
            swiftSettings: strict),
        .target(
            name: "LineamentVision", dependencies: ["Lineament", "LineamentImages", "Locking"] + appleTypes,
            path: "Sources/Dialects/LineamentVision",
            swiftSettings: strict),

        // These libraries are opened when they are needed.
        .target(name: "CLineamentTurboJPEG"),
        .target(name: "CLineamentVips"),
        .target(name: "CLineamentFFmpeg"),
        .target(name: "CLineamentCairo"),
        .target(
            name: "LineamentImages",
            dependencies: [
                "Lineament", "CLineamentTurboJPEG", "CLineamentVips", .product(name: "Logging", package: "swift-log"),
            ] + appleTypes,
            swiftSettings: strict),
        .target(name: "LineamentVideo", dependencies: ["Lineament", "CLineamentFFmpeg"], swiftSettings: strict),
        .target(name: "LineamentCapture", dependencies: ["Lineament"], swiftSettings: strict),
        .target(name: "LineamentTools", dependencies: ["Lineament"], swiftSettings: strict),
        .target(
            name: "LineamentRender", dependencies: ["Lineament", "LineamentTools", "CLineamentCairo"],
            swiftSettings: strict),
        .target(
            name: "LineamentMLKitRender", dependencies: ["Lineament", "LineamentMLKit", "LineamentRender"],
            path: "Sources/Dialects/LineamentMLKitRender",
            swiftSettings: strict),
        .target(
            name: "LineamentVisionRender",
            dependencies: ["Lineament", "LineamentRender", "LineamentVision"] + appleTypes,
            path: "Sources/Dialects/LineamentVisionRender", swiftSettings: strict),
        .target(
            name: "LineamentTasks",
            dependencies: [
                "Lineament", "LineamentCapture", "LineamentImages", "LineamentRender", "LineamentTools",
                "LineamentVideo", "Locking",
            ],
            swiftSettings: strict),
        // The functions of lineament.h, for C and Python. Scripts/build/link_library.sh makes a shared library of them.
        .target(name: "CLineament", exclude: ["lineament.pc.in"]),
        .target(
            name: "LineamentC",
            dependencies: [
                "CLineament", "Locking", "Lineament", "LineamentCapture", "LineamentImages", "LineamentRender",
                "LineamentTasks", "LineamentTools", "LineamentVideo",
            ],
            swiftSettings: strict),
        .target(
            name: "LineamentServer",
            dependencies: [
                "Lineament", "LineamentCapture", "LineamentImages", "LineamentVideo", "LineamentRender",
                "LineamentTasks", "LineamentTools",
                .product(name: "Logging", package: "swift-log"),
            ]
                + served([
                    ("hummingbird", ["Hummingbird", "HummingbirdCore", "HummingbirdTLS"]),
                    ("swift-service-lifecycle", ["ServiceLifecycle", "UnixSignals"]),
                    ("swift-nio", ["NIOCore", "NIOHTTP1", "NIOWebSocket"]),
                    ("swift-nio-extras", ["NIOHTTPTypes", "NIOHTTPTypesHTTP1"]),
                    ("swift-nio-ssl", ["NIOSSL"]), ("swift-http-types", ["HTTPTypes"]),
                ]),
            resources: studioFiles.map { .embedInCode("Studio/\($0)") },
            swiftSettings: strict),
        .executableTarget(
            name: "LineamentCLI",
            dependencies: [
                "CapacityPlanner", "Locking", "Lineament", "LineamentCapture", "LineamentImages", "LineamentVideo",
                "LineamentRender", "LineamentTasks", "LineamentTools",
                .target(name: "LineamentServer", condition: .when(traits: ["Server"])),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
            ],
            resources: [
                .embedInCode("Assets/manifest.txt"), .embedInCode("Assets/wheels.txt"),
                .embedInCode("Assets/fetch.sh"), .embedInCode("Assets/model_bundle.py"),
                .embedInCode("Assets/yunet_to_tflite.py"),
            ],
            swiftSettings: strict),

        // Prints what follows from the tables of options; see `make generate`.
        .executableTarget(
            name: "Generate", dependencies: ["Lineament", "LineamentTasks"], swiftSettings: strict),
        .target(name: "BenchmarkLoop", path: "Benchmarks/Loop", swiftSettings: strict),
        .executableTarget(
            name: "BenchmarkWorker", dependencies: ["Lineament", "BenchmarkLoop"], path: "Benchmarks/Worker",
            swiftSettings: strict),
        .executableTarget(
            name: "BenchmarkFileWorker", dependencies: ["Lineament", "LineamentImages", "BenchmarkLoop"],
            path: "Benchmarks/FileWorker", swiftSettings: strict),
        .executableTarget(
            name: "FaceLandmarks", dependencies: ["Lineament", "LineamentImages"], path: "Examples/FaceLandmarks",
            exclude: ["README.md"]),
        .executableTarget(
            name: "FaceDetection", dependencies: ["Lineament", "LineamentImages"], path: "Examples/FaceDetection",
            exclude: ["README.md"]),
        .executableTarget(
            name: "PoseLandmarks", dependencies: ["Lineament", "LineamentImages"], path: "Examples/PoseLandmarks",
            exclude: ["README.md"]),
        .executableTarget(
            name: "FaceBlur", dependencies: ["Lineament", "LineamentImages", "LineamentRender", "LineamentVideo"],
            path: "Examples/FaceBlur",
            exclude: ["README.md"]),
        .executableTarget(
            name: "BlinksAndYaw", dependencies: ["Lineament", "LineamentVideo"], path: "Examples/BlinksAndYaw",
            exclude: ["README.md"]),
        .executableTarget(
            name: "ServiceClient", path: "Examples/ServiceClient",
            exclude: ["README.md"]),
        .executableTarget(
            name: "MLKitFaces", dependencies: ["LineamentMLKit", "LineamentImages"], path: "Examples/MLKitFaces",
            exclude: ["README.md"]),
        .executableTarget(
            name: "VisionLandmarks",
            dependencies: ["Lineament", "LineamentVision", "LineamentImages", "LineamentRender"],
            path: "Examples/VisionLandmarks",
            exclude: ["README.md"]),

        .target(
            name: "TestSupport", dependencies: ["CTestSupport", "Lineament", "LineamentImages", "Locking"],
            path: "Tests/TestSupport", swiftSettings: strict),
        // Besides, the compiler compares there what the modules in C declare with the libraries' own headers.
        .target(
            name: "CTestSupport", dependencies: ["CLineamentCairo", "CLineamentFFmpeg", "CLineamentTurboJPEG"],
            path: "Tests/CTestSupport", cSettings: fetchedHeaders),
        .executableTarget(
            name: "ReferenceImages", dependencies: ["TestSupport"], path: "Tests/ReferenceImages",
            swiftSettings: strict),
        .executableTarget(
            name: "Soak", dependencies: ["Lineament", "LineamentImages", "Locking", "TestSupport"], path: "Tests/Soak",
            swiftSettings: strict),
        .executableTarget(
            name: "RedactionTrial", dependencies: ["Lineament", "LineamentTools", "TestSupport"],
            path: "Tests/RedactionTrial", swiftSettings: strict),
        .testTarget(name: "CapacityPlannerTests", dependencies: ["CapacityPlanner"], swiftSettings: strict),
        .testTarget(name: "LiteRTTests", dependencies: ["LiteRT", "Locking", "TestSupport"], swiftSettings: strict),
        .testTarget(
            name: "LineamentTests", dependencies: ["Lineament", "LiteRT", "Locking", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "LineamentImagesTests",
            dependencies: ["Lineament", "LineamentImages", "CLineamentTurboJPEG", "CLineamentVips", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "LineamentRenderTests",
            dependencies: [
                "Lineament", "LineamentImages", "LineamentMLKit", "LineamentMLKitRender", "LineamentRender",
                "LineamentTools", "LineamentVision", "LineamentVisionRender", "TestSupport",
            ] + appleTypes,
            exclude: ["Stored"],
            swiftSettings: strict),
        .testTarget(
            name: "LineamentToolsTests", dependencies: ["Lineament", "LineamentTools", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "LineamentCaptureTests", dependencies: ["Lineament", "LineamentCapture", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "LineamentVideoTests",
            dependencies: ["Lineament", "LineamentVideo", "CLineamentFFmpeg", "TestSupport"],
            swiftSettings: strict),
        .testTarget(name: "DialectTests", dependencies: dialectTestDependencies, swiftSettings: strict),
        .testTarget(
            name: "ParityTests", dependencies: ["Lineament", "LineamentMLKit", "LineamentVideo", "TestSupport"],
            exclude: ["References"], swiftSettings: strict),
        // All tests that need ../shared, which most machines do not have.
        .testTarget(name: "UnpublishedImageTests", dependencies: dialectTestDependencies, swiftSettings: strict),
        .testTarget(
            name: "LineamentServerTests",
            dependencies: ["Lineament", "LineamentCapture", "LineamentImages", "LineamentServer", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "CommandLineTests",
            dependencies: [
                "CapacityPlanner", "LineamentCLI", "Generate", "Lineament", "LineamentImages", "LineamentMLKit",
                "LineamentTasks", "LineamentRender", "LineamentServer", "LineamentTools", "LineamentVideo",
                "TestSupport", "FaceLandmarks",
                "FaceDetection", "PoseLandmarks", "FaceBlur", "BlinksAndYaw", "MLKitFaces", "VisionLandmarks",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: strict),
    ]
)

// The fuzzers are built with sanitizers of their own; see `make fuzz`.
if Context.environment["LINEAMENT_FUZZ"] != nil {
    package.targets.append(
        .executableTarget(
            name: "Fuzz", dependencies: ["LiteRT", "Lineament", "LineamentImages", "LineamentVideo", "TestSupport"],
            path: "Fuzz", swiftSettings: strict))
}

// Builds with sanitizers take long, so `make sanitize` leaves out the tests that it does not run, and what only these need.
if Context.environment["LINEAMENT_SANITIZE"] != nil {
    let unchecked = ["CommandLineTests", "DialectTests", "LineamentServerTests", "ParityTests"]
    package.targets.removeAll { unchecked.contains($0.name) }
}

// The Swift Package Index builds what others depend on, without examples, benchmarks and tests.
if Context.environment["SPI_BUILD"] != nil {
    let folders = ["Examples/", "Benchmarks/", "Tests/"]
    package.targets.removeAll { target in
        target.type == .test || folders.contains { target.path?.hasPrefix($0) == true }
    }
}

// DocC's plugin is for those who build the documentation; packages that use the libraries do not resolve it.
if Context.environment["LINEAMENT_DOCUMENTATION"] != nil {
    package.dependencies.append(.package(url: "https://github.com/swiftlang/swift-docc-plugin", exact: "1.5.0"))
}

// Each original is a product, so that only packages that ask for one get a module of its name.
package.targets += originals
package.products += originals.map { .library(name: $0.name, targets: [$0.name]) }
