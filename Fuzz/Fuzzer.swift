// SPDX-License-Identifier: Apache-2.0

// The entry points that libFuzzer calls. One program has all targets; LINEAMENT_FUZZ_TARGET chooses one.

internal import Foundation

/// Something that takes bytes from outside.
struct FuzzTarget: Sendable {
    /// Inputs to start from.
    let seeds: @Sendable () throws -> [Data]
    /// Takes an input. Ends the program if a promise is broken.
    let run: @Sendable (UnsafeRawBufferPointer) -> Void

    static let all = [
        "images": images, "orientation": orientation, "videos": videos, "bundles": bundles, "models": models,
        "json": json,
    ]

    /// The chosen target.
    static let chosen: FuzzTarget = {
        let name = ProcessInfo.processInfo.environment["LINEAMENT_FUZZ_TARGET"] ?? ""
        guard let target = all[name] else {
            fatalError("LINEAMENT_FUZZ_TARGET must be one of: \(all.keys.sorted().joined(separator: ", "))")
        }
        return target
    }()
}

/// Writes the seeds into the folder `LINEAMENT_FUZZ_SEEDS`, which is then the first corpus.
@_cdecl("LLVMFuzzerInitialize")
func initialize(_: UnsafeMutableRawPointer?, _: UnsafeMutableRawPointer?) -> CInt {
    guard let path = ProcessInfo.processInfo.environment["LINEAMENT_FUZZ_SEEDS"] else { return 0 }
    do {
        for (index, seed) in try FuzzTarget.chosen.seeds().enumerated() {
            try seed.write(to: URL(fileURLWithPath: path).appendingPathComponent("seed-\(index)"))
        }
    } catch {
        fatalError("The seeds cannot be made: \(error)")
    }
    return 0
}

@_cdecl("LLVMFuzzerTestOneInput")
func testOneInput(_ start: UnsafeRawPointer?, _ size: Int) -> CInt {
    FuzzTarget.chosen.run(UnsafeRawBufferPointer(start: start, count: size))
    return 0
}
