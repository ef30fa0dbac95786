// SPDX-License-Identifier: Apache-2.0
internal import ArgumentParser
internal import Foundation
internal import Lineament
internal import LineamentVideo

/// The inputs and outputs of a run, determined and checked before any processing.
struct MediaPlan: Sendable {
    let inputs: [MediaInput]
    /// The path of the result file; `nil` for standard output.
    let results: String?
    /// The target of each input's annotated copy.
    let annotations: [AnnotationTarget?]
    let masks: MaskFolder?
    /// The outputs of an earlier run; `nil` if all is written anew.
    let existing: ExistingOutputs?
    /// Whether the copy of a video that is not read to its end after Ctrl-C is kept: where the user named its file. In a
    /// folder it would look like a complete one.
    let keepsPartialCopies: Bool
    /// The files and folders that are written.
    let destinations: [OutputDestination]

    /// Creates the plan.
    /// - Throws: `ValidationError` if an output is also an input, two outputs are the same file, or a path is unusable;
    ///   ``LineamentError`` if an output cannot be written.
    init(_ settings: MediaSettings) throws {
        guard !settings.input.inputs.contains("") else {
            throw ValidationError("An input is empty. Name a path, or leave the argument out.")
        }
        let model = settings.model.isEmpty ? nil : settings.model
        for output in [
            settings.results, settings.drawings, settings.masks, settings.crop, settings.plan, .init("--model", model),
        ] {
            try Self.check(output)
        }
        try Self.checkIsFile(settings.results)
        try Self.checkIsFile(settings.plan)
        try Self.checkIsFolder(settings.masks)
        inputs = MediaInput.all(from: settings.input.inputs, mode: settings.input.runningMode)
        results = settings.resultPath
        let isTransparent = settings.background?.isTransparent ?? false
        let drawing =
            settings.drawings.path == nil
            ? nil : try Annotation(settings.drawings, inputs: inputs, isTransparent: isTransparent)
        annotations =
            drawing?.targets(of: inputs, isTransparent: isTransparent, copiesAudio: settings.copiesAudio)
            ?? inputs.map { _ in nil }
        masks = settings.masks.path.map { [inputs] in
            MaskFolder(path: $0, inputs: inputs, files: settings.maskFiles)
        }
        keepsPartialCopies = !settings.drawsIntoFolder
        existing =
            settings.input.skipExisting ? try ExistingOutputs(of: inputs, annotations, masks, settings) : nil
        destinations = Self.destinations(
            files: [results, settings.crop.path, settings.plan.path].compactMap(\.self).filter { $0 != "-" },
            annotate: settings.drawings.path, annotations: annotations, masks: settings.masks.path)
        try checkFiles(settings)
        for path in [results, settings.crop.path, settings.plan.path].compactMap(\.self) where path != "-" {
            try OutputPath.checkIsWritable(file: path)
        }
        try drawing?.checkIsWritable()
        if let masks { try OutputPath.checkIsWritable(folder: masks.folder.path) }
    }

    private static func destinations(
        files: [String], annotate: String?, annotations: [AnnotationTarget?], masks: String?
    ) -> [OutputDestination] {
        let files = files.map { OutputDestination($0, folder: OutputPath.split($0).folder) }
        let drawings = annotate.flatMap { path in
            annotations.lazy.compactMap { $0?.folder }.first.map { OutputDestination(path, folder: $0) }
        }
        return files + [drawings, masks.map { OutputDestination($0, folder: $0) }].compactMap(\.self)
    }

    /// Returns whether an input is processed alone: a camera or stream; an annotated video, because drawing keeps all
    /// cores busy; or the only video, because its models can use all threads.
    func isExclusive(_ input: MediaInput) -> Bool {
        guard input.isVideo else { return false }
        return !annotations.allSatisfy { $0 == nil } || !input.isVideoFile || inputs.count(where: \.isVideo) == 1
    }

    /// Throws if the path of an option is empty, as with an unset variable of a script, or not what was typed.
    private static func check(_ output: MediaSettings.Output) throws {
        guard let path = output.path else { return }
        guard !path.isEmpty else {
            throw ValidationError("\(output.option) is empty. Name a path, or leave the option out.")
        }
        guard !InvalidArguments.contains(path) else {
            throw ValidationError("The path of \(output.option), \(path), is not UTF-8. Choose another.")
        }
    }

    private static func checkIsFile(_ output: MediaSettings.Output) throws {
        guard let path = output.path, path.utf8.last == UInt8(ascii: "/") else { return }
        throw ValidationError("\(output.option) needs a file, but \(path) names a folder.")
    }

    /// Throws if the folder of masks or crops is named as if it were standard output, an image or a video.
    private static func checkIsFolder(_ output: MediaSettings.Output) throws {
        guard let path = output.path, !path.hasSuffix("/"), !FileManager.default.fileExists(atPath: path) else {
            return
        }
        guard path != "-" else { throw ValidationError("\(output.option) needs a folder, not standard output.") }
        let files = MediaInput.imageExtensions.union(MediaInput.videoExtensions)
        guard files.contains(path.lowercasedExtension) else { return }
        throw ValidationError(
            "\(output.option) needs a folder, but \(path) looks like a file. If it is to be a folder, write \(path)/.")
    }

    /// Throws if an output would overwrite what is read, or another output.
    private func checkFiles(_ settings: MediaSettings) throws {
        var files = OutputCheck()
        for input in inputs {
            if let identity = input.fileIdentity { files.protect(identity, "the input \(input.source)") }
        }
        if let identity = FileIdentity(path: settings.model) {
            files.protect(identity, "the model \(settings.model)")
        }
        for (name, path) in settings.otherFiles {
            if let identity = FileIdentity(path: path) { files.protect(identity, "\(name) \(path)") }
        }
        if let results {
            try files.claim(results, by: settings.results.option)
        } else {
            try files.claimStandardOutput()
        }
        let drawing = settings.drawings.option
        for (input, target) in zip(inputs, annotations) where input.isReadable {
            switch target {
            case .image(let url), .video(let url): try files.claim(url.path, by: drawing)
            case .frames(let folder):
                try files.claim(folder, by: drawing) { $0.wholeMatch(of: /frame-[0-9]{6,}\.jpg/) != nil }
            case .standardOutput: try files.claimStandardOutput()
            case nil: break
            }
        }
        for output in [settings.crop, settings.plan] {
            guard let path = output.path else { continue }
            if path == "-" { try files.claimStandardOutput() } else { try files.claim(path, by: output.option) }
        }
        if let masks {
            try files.claim(
                masks.folder, by: settings.masks.option, subfolders: masks.subfolders, where: masks.mayWrite)
        }
    }
}

extension MediaInput {
    fileprivate var isReadable: Bool {
        if case .unusable = origin { false } else { true }
    }

    /// The identity of the input file; `nil` if the input is not a file.
    fileprivate var fileIdentity: FileIdentity? {
        switch origin {
        case .file(let url): FileIdentity(path: url.path)
        case .video(let video): FileIdentity(path: video.name)
        case .standardInput: FileIdentity(descriptor: STDIN_FILENO)
        case .unusable: nil
        }
    }
}
