// SPDX-License-Identifier: Apache-2.0
internal import Foundation

/// A file that is generated, entirely or between markers.
struct GeneratedFile {
    let path: String
    /// The generated text: by the names of its markers, or a single one without a name for the whole file.
    let sections: [(marker: String, text: String)]

    static func all(in root: URL) throws -> [GeneratedFile] {
        [
            GeneratedFile(
                path: "Sources/LineamentCLI/Options/TaskArguments.swift", sections: [("", CommandArguments.text)]),
            GeneratedFile(
                path: "Sources/CLineament/include/lineament.h",
                sections: [
                    ("choices", HeaderText.choices), ("options", HeaderText.options), ("values", HeaderText.values),
                ]),
            GeneratedFile(
                path: "Sources/LineamentC/MediaPipe/MediaPipeFunctions.swift", sections: [("", FunctionText.mediaPipe)]),
            GeneratedFile(
                path: "Sources/LineamentC/Images/ImageValueFunctions.swift", sections: [("", FunctionText.imageValues)]),
            GeneratedFile(
                path: "Sources/LineamentC/Tasks/OptionField+place.swift",
                sections: [("option places", FunctionText.optionPlaces)]),
            GeneratedFile(
                path: "Sources/LineamentC/Tasks/ResultArray+place.swift",
                sections: [("value places", FunctionText.valuePlaces)]),
            GeneratedFile(
                path: "Sources/LineamentServer/About/StudioFile.swift",
                sections: [
                    ("studio files", try studioFiles(in: root.appendingPathComponent("Sources/LineamentServer/Studio")))
                ]),
            GeneratedFile(
                path: "Integrations/python/lineament/_structures.py",
                sections: [("options", PythonText.optionFields), ("values", PythonText.valueFields)]),
            GeneratedFile(path: "Integrations/python/lineament/_tasks.py", sections: [("", PythonText.tasks)]),
        ]
    }

    /// The files in the studio's folder but for the page.
    private static func studioFiles(in folder: URL) throws -> String {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        return names.filter { $0 != "index.html" && !$0.hasPrefix(".") }.map { name in
            let resource = name.replacing(/[-.]/, with: "_")
            return "            StudioFile(name: \"\(name)\", bytes: PackageResources.\(resource)),"
        }.joined(separator: "\n")
    }

    /// A marker that the file lacks.
    struct MissingMarker: Error {
        let name: String
        let path: String
    }

    /// Returns the file's text with the generated parts in their places.
    func text(replacing old: String) throws -> String {
        var lines = old.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        for (marker, text) in sections {
            if marker.isEmpty { return text }
            guard let start = lines.firstIndex(where: { $0.contains("generated: \(marker)") }),
                let end = lines[start...].firstIndex(where: { $0.contains("end of \(marker)") })
            else { throw MissingMarker(name: marker, path: path) }
            lines.replaceSubrange(start + 1..<end, with: text.split(separator: "\n").map(String.init))
        }
        return lines.joined(separator: "\n")
    }
}
