// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

/// docs/architecture.md names what is there.
@Suite struct ArchitectureTests {
    private static let page =
        (try? String(contentsOf: TestData.packageRoot.appendingPathComponent("docs/architecture.md"), encoding: .utf8))
        ?? ""

    /// The page's parts: prose at even places, fenced drawings at odd ones.
    private static let parts = page.components(separatedBy: "```")

    /// The text between backquotes in the prose.
    private static let quotes = stride(from: 0, to: parts.count, by: 2).flatMap { place in
        parts[place].matches(of: /`([^`\n]+)`/).map { String($0.1) }
    }

    /// The words of the drawings that look like types: two humps at least.
    private static let drawn = stride(from: 1, to: parts.count, by: 2).flatMap { place in
        parts[place].matches(of: /\b[A-Z][A-Za-z]*[a-z][A-Z][A-Za-z]*\b|\b[A-Z]{2,}[a-z]+[A-Za-z]*\b/).map {
            String($0.0)
        }
    }

    @Test func thePageNamesSomething() {
        #expect(Self.quotes.count > 100)
        #expect(Self.drawn.count > 25)
    }

    @Test(arguments: Set(quotes).sorted()) func quotedNamesExist(name: String) { #expect(Sources.declare(name)) }

    @Test(arguments: Set(drawn).sorted()) func drawnTypesExist(name: String) { #expect(Sources.declareType(name)) }

    /// Whoever looks for something finds each folder on the page, but for the modules of the originals and documentation.
    @Test(arguments: Sources.folders) func foldersAreNamed(folder: String) {
        let isNamed = Self.quotes.contains(folder)
        #expect(isNamed, "\(folder) is not on the page")
    }

    /// What all tasks share knows none of them.
    @Test(arguments: [
        "Changes", "Detection", "Errors", "Geometry", "Image", "ImageToTensor", "Inference", "Results", "RunningMode",
        "Tracking", "Waiting",
    ]) func leavesNameNoTask(folder: String) {
        let files = Sources.files(in: "Sources/Lineament/\(folder)/")
        #expect(!files.isEmpty)
        for (path, code) in files {
            let tasks = code.matches(of: /\b(?:(?:Face|Pose|Hand|Holistic)Landmarker|FaceDetector)\w*/).map { $0.0 }
            #expect(tasks.isEmpty, "\(path)")
        }
    }

    /// The dialects are built on the rest, which does not know them. MediaPipe's own API takes some of Apple's types.
    @Test(
        arguments: Sources.folders.filter { $0.hasPrefix("Sources/Dialects/") && $0.split(separator: "/").count == 3 })
    func nothingOutsideImportsADialect(folder: String) throws {
        let dialect = try #require(folder.split(separator: "/").last)
        let users = Sources.files(in: "Sources/").filter { path, code in
            !path.hasPrefix("Sources/Dialects/") && code.contains("import \(dialect)\n")
        }.map(\.path)
        let mayUse = [
            "Sources/Lineament/Image/", "Sources/Lineament/Results/ViewGeometry", "Sources/LineamentImages/AppleTypes/",
        ]
        let others = users.filter { user in
            dialect != "LineamentAppleTypes"
                || !(mayUse.contains { user.hasPrefix($0) } || user.hasSuffix("/Exports.swift"))
        }
        #expect(others == [])
    }

    /// Whoever reads the page has seen each type that a program can name, but for those that have the originals' names.
    @Test(arguments: Sources.publicTypes) func publicTypesAreNamed(type: String) {
        let isNamed = Self.quotes.contains { $0 == type || $0.hasSuffix(".\(type)") }
        #expect(isNamed, "\(type) is not on the page")
    }

    @Test func publicTypesAreFound() {
        #expect(Sources.publicTypes.count > 100)
        #expect(Sources.publicTypes.contains("FaceLandmarker"))
        #expect(Sources.publicTypes.contains("PixelBuffer"))
        #expect(!Sources.publicTypes.contains("FaceLandmarkerPipeline"))
    }

    /// A missing name is noticed.
    @Test(arguments: [
        "FaceMesh", "FaceLandmarker.absent", "absentName", "Absent.swift", "Sources/Absent", "--none-such",
    ])
    func wrongNamesFail(name: String) { #expect(!Sources.declare(name)) }

    /// A photo, a frame, a request, a call and a redaction are told in a dozen steps at most, numbered without a gap.
    @Test func waysAreShort() {
        let ways = stride(from: 1, to: Self.parts.count, by: 2).map { place in
            Self.parts[place].split(separator: "\n").compactMap { Int($0.prefix(2).drop { $0 == " " }) }
        }
        #expect(ways.count == 5)
        for way in ways {
            #expect(way == Array(1...way.count))
            #expect(way.count <= 12)
        }
    }

    /// The lists of types stay as short as they are meant to be.
    @Test(arguments: [("Photo, in the library:", 30), ("Frame, in the library:", 35)])
    func fewTypesAreOnTheWay(list: String, most: Int) throws {
        let paragraph = try #require(
            Self.page.components(separatedBy: "\n\n").first { $0.hasPrefix(list) })
        let types = paragraph.matches(of: /`([^`]+)`/).map { String($0.1) }
        #expect(types.count <= most)
        #expect(Set(types).count == types.count)
        #expect(types.allSatisfy { Sources.declareType($0) })
    }
}

/// The package's sources, as far as names go.
private enum Sources {
    private static let root = TestData.packageRoot

    /// All files below Sources and Tests, as paths in the package.
    private static let paths = ["Sources", "Tests"].flatMap { folder in
        ((try? FileManager.default.subpathsOfDirectory(atPath: root.appendingPathComponent(folder).path)) ?? [])
            .map { "\(folder)/\($0)" }
    }

    private static let swiftFiles = paths.filter { $0.hasPrefix("Sources/") && $0.hasSuffix(".swift") }

    /// The code without comments, file by file.
    private static let code = swiftFiles.map { path in
        let text = try? String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
        return (text ?? "").replacing(/\/\/[^\n]*/, with: "")
    }

    /// Returns the files below a folder, and their code.
    static func files(in folder: String) -> [(path: String, code: String)] {
        zip(swiftFiles, code).filter { $0.0.hasPrefix(folder) }.map { (path: $0, code: $1) }
    }

    private static let targets = Set(
        paths.compactMap { path in
            let names = path.replacing("Dialects/", with: "").split(separator: "/").map(String.init)
            return names.count > 1 && names[0] == "Sources" ? names[1] : nil
        })

    /// The folders of targets, and those in them.
    static let folders = Set(
        paths.compactMap { path -> String? in
            let names = Array(path.split(separator: "/").dropLast())
            guard names.count > 1, names[0] == "Sources" else { return nil }
            let target = names[1] == "Dialects" ? 3 : 2
            guard names.count > target else { return names.joined(separator: "/") }
            let isInTarget =
                names[target - 1] == "Originals" || names[target] == "include" || names[target].contains(".")
            return names.prefix(isInTarget ? target : target + 1).joined(separator: "/")
        }
    ).sorted()

    /// The types that each file declares or extends, by file.
    private static let types = code.map { file in
        (
            declared: Set(
                file.matches(of: /\b(?:class|struct|enum|protocol|actor|typealias)\s+([A-Z]\w*)/).map {
                    String($0.1)
                }),
            extended: Set(file.matches(of: /\bextension\s+([A-Z][\w.]*)/).map { String($0.1) })
        )
    }

    /// The libraries whose types the page lists.
    private static let libraries = [
        "Lineament", "LineamentCapture", "LineamentImages", "LineamentRender", "LineamentTools", "LineamentVideo",
    ]

    /// The public types of the libraries, also those inside of others, by their last name.
    static let publicTypes = Set(
        zip(swiftFiles, code).filter { path, _ in libraries.contains { path.hasPrefix("Sources/\($0)/") } }
            .flatMap { _, file in
                file.matches(of: /\bpublic (?:final )?(?:class|struct|enum|protocol|actor) ([A-Z]\w*)/).map {
                    String($0.1)
                }
            }
    ).sorted()

    private static let declared = types.reduce(into: Set<String>()) { $0.formUnion($1.declared) }

    /// The names of functions, properties and cases, file by file.
    private static let members = code.map { file in
        let single = file.matches(of: /\b(?:func|var|let)\s+`?(\w+)/).map { String($0.1) }
        let cases = file.matches(of: /\bcase\s+([a-z][\w, ]*)/).flatMap { match in
            match.1.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
        }
        return Set(single + cases)
    }

    static func declareType(_ name: String) -> Bool { declared.contains(name) }

    /// Whether a name that the page quotes is that of something: an option, a path, a file, a target, a type, a type's
    /// member, a member.
    static func declare(_ name: String) -> Bool {
        if name.hasPrefix("--") { return isOption(name.dropFirst(2)) }
        if name.hasPrefix(".") { return code.contains { $0.contains("\(name)\"") } }
        if name.hasSuffix("/") { return paths.contains { "\($0)/".hasSuffix("/\(name)") } }
        if name.contains("/") { return FileManager.default.fileExists(atPath: root.appendingPathComponent(name).path) }
        if name.hasSuffix(".swift") { return paths.contains { $0.hasSuffix("/\(name)") } }
        let words = name.split(separator: ".").map(String.init)
        guard let first = words.first, first.first?.isUppercase == true else {
            return words.count == 1
                && (members.contains { $0.contains(name) } || code.contains { $0.contains("\"\(name)\"") })
        }
        guard words.count > 1 else { return declareType(name) || targets.contains(name) }
        return words.count == 2 && declares(words[1], in: first)
    }

    /// Whether a file that declares or extends a type declares the member or the nested type.
    private static func declares(_ member: String, in type: String) -> Bool {
        types.indices.contains { file in
            (types[file].declared.contains(type) || types[file].extended.contains(type))
                && (members[file].contains(member) || types[file].declared.contains(member))
        }
    }

    /// Whether the command line has an option: a property of that name in camel case.
    private static func isOption(_ option: Substring) -> Bool {
        let words = option.split(separator: "-")
        let property = (words.first.map(String.init) ?? "") + words.dropFirst().map(\.capitalized).joined()
        return zip(swiftFiles, members).contains { path, names in
            ["Commands", "Options"].contains { path.hasPrefix("Sources/LineamentCLI/\($0)/") }
                && names.contains(property)
        }
    }
}
