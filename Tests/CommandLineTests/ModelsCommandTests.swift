// SPDX-License-Identifier: Apache-2.0
import Foundation
import LineamentImages
import TestSupport
import Testing

@Suite struct ModelsCommandTests {
    private let assets = TestData.assets

    /// Copies the files to a folder `copy`; they may be another user's, for whom Foundation's copy would fail.
    private func copyAssets(to scratch: Scratch) throws {
        let line = "mkdir copy && cp -R '\(assets.path)'/{lib,models,samples} copy"
        #expect(try Program.shell(line, in: scratch.folder).status == 0)
    }

    @Test func listPrintsLocations() throws {
        let outcome = try Program.run("models", "list")
        #expect(outcome.status == 0)
        #expect(outcome.output.contains(TestData.model("face_landmarker.task")))
    }

    @Test func verifyDetectsDamage() throws {
        #expect(try Program.run("models", "verify", "--folder", assets.path).status == 0)
        let scratch = try Scratch()
        try copyAssets(to: scratch)
        try Data("damaged".utf8).write(to: scratch.url("copy/models/face_landmarker.task"), options: .atomic)
        let outcome = try Program.run("models", "verify", "--folder", scratch.url("copy").path)
        #expect(outcome.status == 1)
        #expect(outcome.output.contains("damaged"))
        #expect(outcome.output.contains("face_landmarker.task"))
    }

    /// Every row of the manifest is compared with its file, down to the last byte.
    @Test func verifyDetectsOneChangedByte() throws {
        let scratch = try Scratch()
        let copy = scratch.url("copy")
        try copyAssets(to: scratch)
        let report = try Program.run("models", "verify", "--folder", copy.path)
        let paths = report.lines.filter { $0.hasPrefix("ok") }.compactMap {
            $0.split(separator: " ").last.map(String.init)
        }
        #expect(report.status == 0)
        #expect(paths.count >= 6)
        for path in paths {
            let file = URL(fileURLWithPath: path)
            let whole = try Data(contentsOf: file)
            for position in [whole.startIndex, whole.endIndex - 1] {
                var changed = whole
                changed[position] ^= 1
                try changed.write(to: file)
                let outcome = try Program.run("models", "verify", "--folder", copy.path)
                #expect(outcome.status == 1)
                #expect(outcome.lines.filter { $0.hasPrefix("damaged") }.count == 1)
                #expect(outcome.output.contains("damaged  \(path)\n"), "\(path)")
            }
            try whole.write(to: file)
        }
    }

    /// What scripts install from an index is in lists with checksums, which `Scripts/python/lock_python.py` makes.
    @Test func packagesOfScriptsHaveChecksums() throws {
        let folder = TestData.packageRoot.appendingPathComponent("Scripts/python")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".in") }
        #expect(names.count > 5)
        for name in names {
            let wanted = try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
            let list = name.replacing(".in", with: ".txt")
            let text = try String(contentsOf: folder.appendingPathComponent(list), encoding: .utf8)
            for line in text.replacing("\\\n", with: "").split(separator: "\n") {
                #expect(line.contains(/==.* --hash=sha256:[0-9a-f]{64}/), "\(list): \(line)")
            }
            for package in wanted.split(separator: "\n") where package.contains("==") {
                // The packages of an extra are listed by themselves.
                let pinned = package.replacing(/\[.*\]/, with: "")
                #expect(text.contains("\(pinned) "), "\(list) lacks \(package)")
            }
        }
    }

    /// Everything that pip fetches is pinned by hash, downloads are never unverified, and the documentation has the sums
    /// that the manifest demands.
    @Test func downloadsArePinned() throws {
        func text(_ path: String) throws -> String {
            try String(contentsOf: TestData.packageRoot.appendingPathComponent(path), encoding: .utf8)
        }
        let folder = "Sources/LineamentCLI/Assets"
        let (manifest, script) = try (text("\(folder)/manifest.txt"), text("\(folder)/fetch.sh"))
        let pinned = try text("\(folder)/wheels.txt").split(separator: "\n").filter { !$0.hasPrefix("#") }
        #expect(pinned.allSatisfy { $0.contains(/--hash=sha256:[0-9a-f]{64}/) })
        let names = Set(pinned.map { $0.prefix { $0 != " " } })
        let files = try manifest + text("Tests/manifest.txt") + script
        let used = Set(files.matches(of: /[a-z][a-z0-9-]*==[0-9.]+[0-9]/).map(\.output))
        #expect(used.count >= 6)
        #expect(used == names)
        #expect(script.contains("--require-hashes"))
        #expect(!script.contains("pip install"))
        #expect(!script.contains(/--insecure|--trusted-host|--no-check-certificate|curl -[a-zA-Z]*k/))
        let documented = try text("docs/models.md").matches(of: /[0-9a-f]{64}/).map(\.output)
        #expect(documented.count == 7)
        #expect(documented.allSatisfy { (manifest + pinned.joined()).contains($0) })
    }

    /// Makes a folder `mirror` with all files.
    private func makeMirror(in scratch: Scratch) throws {
        try FileManager.default.createDirectory(at: scratch.url("mirror"), withIntermediateDirectories: true)
        for folder in ["lib", "models", "samples"] {
            let files = try FileManager.default.contentsOfDirectory(
                at: assets.appendingPathComponent(folder), includingPropertiesForKeys: nil)
            for file in files {
                try FileManager.default.copyItem(
                    at: file, to: scratch.url("mirror/\(file.lastPathComponent)"))
            }
        }
    }

    /// The mirror is tried first, so this needs no network; a wrong file in it is rejected.
    @Test func fetchUsesTheMirror() throws {
        let scratch = try Scratch()
        try makeMirror(in: scratch)
        let line = "LINEAMENT_MIRROR=\(scratch.url("mirror").path) lineament models fetch --folder got"
        let outcome = try Program.shell(line, in: scratch.folder)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try Program.run("models", "verify", "--folder", scratch.url("got").path).status == 0)
        // The second run has nothing to do and prints nothing.
        let second = try Program.shell("lineament models fetch --folder got", in: scratch.folder)
        #expect(second.status == 0)
        // The model for small faces may be unavailable, which every run reports.
        #expect(second.errors.isEmpty || second.errors.contains("skipped"))
    }

    /// A folder that cannot be created is an error, even though the downloads succeed.
    @Test func filesThatCannotBeWrittenAreAnError() throws {
        let scratch = try Scratch()
        try makeMirror(in: scratch)
        let outcome = try Program.shell(
            "touch file; LINEAMENT_MIRROR=mirror lineament models fetch --folder file/got", in: scratch.folder)
        #expect(outcome.status == 1, "\(outcome.errors)")
        #expect(outcome.errors.contains("could not write"), "\(outcome.errors)")
        #expect(!outcome.errors.contains("done:"))
    }

    /// The lite and heavy pose models are downloaded by name only, and nobody misses them. They are not at hand for
    /// tests, so what is seen here is that others in their place are rejected.
    @Test func poseModelsAreFetchedByName() throws {
        let scratch = try Scratch()
        let mirror = scratch.url("mirror")
        try FileManager.default.createDirectory(at: mirror, withIntermediateDirectories: true)
        try FileManager.default.copyItem(
            at: assets.appendingPathComponent("models/pose_landmarker_full.task"),
            to: mirror.appendingPathComponent("pose_landmarker_lite.task"))
        let line =
            "http_proxy=http://127.0.0.1:9 https_proxy=http://127.0.0.1:9 LINEAMENT_MIRROR=mirror "
            + "lineament models fetch pose-lite --folder got"
        let outcome = try Program.shell(line, in: scratch.folder)
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("unexpected SHA-256"))
        #expect(outcome.errors.contains("could not download models/pose_landmarker_lite.task"))
        #expect(!outcome.errors.contains("face_landmarker"))
        #expect(!scratch.exists("got/models"))
        let unknown = try Program.run("models", "fetch", "pose-tiny")
        #expect(unknown.status == 2)
        #expect(unknown.errors.contains("pose-lite or pose-heavy"))
        let list = try Program.run("models", "list")
        #expect(list.status == 0)
        #expect(list.output.contains("models/pose_landmarker_heavy.task"))
    }

    /// CUDA's libraries are downloaded by name only, after a line that says how much they take, and listed in one line. They are
    /// not at hand for tests, so what is seen here is that others in their place are rejected.
    @Test func cudaIsFetchedByName() throws {
        let scratch = try Scratch()
        try FileManager.default.createDirectory(at: scratch.url("mirror"), withIntermediateDirectories: true)
        try Data("no library".utf8).write(to: scratch.url("mirror/LICENSE-ONNXRuntime.txt"))
        // No pip, so nothing is downloaded.
        let line =
            "mkdir -p bin && printf '#!/bin/sh\\nexit 1\\n' >bin/python3 && chmod +x bin/python3 && "
            + "PATH=$PWD/bin:$PATH LINEAMENT_MIRROR=mirror lineament models fetch cuda --folder got"
        let outcome = try Program.shell(line, in: scratch.folder)
        #expect(outcome.status == 1)
        let size = try #require(outcome.errors.range(of: "1.4 GB to download, 2.1 GB in"))
        let first = try #require(outcome.errors.range(of: "fetching lib/cuda/"))
        #expect(size.lowerBound < first.lowerBound)
        #expect(outcome.errors.contains("unexpected SHA-256"))
        #expect(outcome.errors.contains("could not download lib/cuda/LICENSE-ONNXRuntime.txt"))
        #expect(!outcome.errors.contains("libcudnn"))
        #expect(!scratch.exists("got/lib"))
        // Nothing is left of what the script worked with.
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.url("got").path).isEmpty)
        let list = try Program.shell("LINEAMENT_HOME=got lineament models list", in: scratch.folder)
        #expect(list.output.contains(/\d\d files for cuda: .*lineament models fetch cuda/))
        #expect(!list.output.contains("libcudnn"))
    }

    /// Files of one wheel stand together in the manifest, as a large wheel goes before the next one comes.
    @Test func wheelsAreFetchedOnce() throws {
        let manifest = try String(
            contentsOf: TestData.packageRoot.appendingPathComponent("Sources/LineamentCLI/Assets/manifest.txt"),
            encoding: .utf8)
        let rows = manifest.split(separator: "\n").filter { $0.hasPrefix("lib/cuda/") }
        let wheels = rows.map { $0.split(separator: " ")[3] }
        let runs = wheels.reduce(into: [Substring]()) { if $0.last != $1 { $0.append($1) } }
        #expect(runs.count == Set(runs).count)
        #expect(runs.count == 6)
    }

    /// Cairo, libjpeg-turbo, libvips, FFmpeg and their dependencies take longer to load than a face to detect, so they
    /// are opened on demand.
    @Test func mediaLibrariesAreNotLinked() throws {
        let linked = try Program.shell("ldd \"$(command -v lineament)\"", in: FileManager.default.temporaryDirectory)
        #expect(linked.output.contains("libc.so"))
        #expect(
            !["libcairo", "libturbojpeg", "libvips", "libavformat", "libavcodec", "libswscale", "libgobject"].contains(
                where: linked.output.contains))
    }

    @Test func withoutCairoOnlyDrawingFails() throws {
        let scratch = try Scratch()
        try ImageEncoder().write(Sample.pixels(), to: scratch.url("face.jpg"))
        let line = "LD_LIBRARY_PATH=$PWD lineament face-detector face.jpg"
        let detected = try Program.shell("echo no library >libcairo.so.2 && \(line)", in: scratch.folder)
        #expect(detected.status == 0, "\(detected.errors)")
        let redact = line.replacing("face-detector", with: "redact")
        let covered = try Program.shell("\(redact) --output covered.jpg", in: scratch.folder)
        #expect(covered.status == 0, "\(covered.errors)")
        #expect(scratch.exists("covered.jpg"))
        let drawn = try Program.shell("\(line) --annotate drawn.jpg", in: scratch.folder)
        #expect(drawn.status == 1)
        #expect(!scratch.exists("drawn.jpg"))
        #expect(drawn.errors.contains("Drawing needs Cairo, but libcairo.so.2 is missing."), "\(drawn.errors)")
        #expect(drawn.errors.contains("apt-get install libcairo2"), "\(drawn.errors)")
    }
}
