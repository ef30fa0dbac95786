// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Lineament
internal import LineamentTools
internal import LineamentVideo

/// The boxes of another detector for the inputs of a run.
struct GivenAreas: Sendable {
    private let file: GivenBoxFile
    private let path: String
    /// Other names of inputs: paths of the same files.
    private let aliases: [String: Set<String>]

    /// Reads the boxes.
    /// - Throws: `LineamentError` that names the file, the line and the key of what is wrong, or if boxes belong to no input.
    init(contentsOf path: String, for inputs: [MediaInput]) throws {
        guard let text = FileManager.default.contents(atPath: path).map({ String(decoding: $0, as: UTF8.self) }) else {
            throw LineamentError(.notFound, "The boxes in \(path) cannot be read.")
        }
        self.path = path
        file = try LineamentError.naming(path) { try GivenBoxFile(jsonLines: text) }
        guard inputs.count == 1 || !file.hasBoxesWithoutFile else {
            throw LineamentError(.invalidArgument, "\(path): Each line needs a file, as there are several inputs.")
        }
        let names = inputs.reduce(into: Set<String>()) { $0.formUnion($1.names) }
        var aliases: [String: Set<String>] = [:]
        let others = file.files.subtracting(names)
        let sources = others.isEmpty ? [:] : Dictionary(grouping: inputs, by: \.identity)
        for name in others {
            guard let identity = FileIdentity(path: name) else { continue }
            for input in sources[identity] ?? [] { aliases[input.source, default: []].insert(name) }
        }
        self.aliases = aliases
        let known = aliases.values.reduce(names) { $0.union($1) }
        if let unknown = file.files.subtracting(known).min() {
            throw LineamentError(.invalidArgument, "\(path): There are boxes for \(unknown), which is no input.")
        }
    }

    /// Returns the boxes for an input.
    /// - Parameter start: Where reading a video begins, in seconds.
    func boxes(of input: MediaInput, start: Double) throws -> [GivenBox] {
        let names = input.names.union(aliases[input.source] ?? [])
        return try LineamentError.naming(path) { try file.boxes(of: names, isVideo: input.isVideo, start: start) }
    }
}

extension MediaInput {
    /// The names by which boxes may call the input.
    fileprivate var names: Set<String> { [source, relativePath] }

    /// The identity of the input's file; `nil` if it is none.
    fileprivate var identity: FileIdentity? {
        switch origin {
        case .file(let url): FileIdentity(path: url.path)
        case .video(let video) where isVideoFile: FileIdentity(path: video.name)
        case .video, .standardInput, .unusable: nil
        }
    }
}
