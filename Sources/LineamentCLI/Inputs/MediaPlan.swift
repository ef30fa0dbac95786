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
    /// The files and folders that are written.
    let destinations: [OutputDestination]

    /// Creates the plan.
    /// - Throws: `ValidationError` if an output is also an input, two outputs are the same file, or a path is unusable.
    init(
        options: MediaOptions, model: String, masks: String?, kindOfMasks kind: String = "mask",
        isTransparent: Bool = false, reading other: String? = nil
    ) throws {
        guard !options.input.inputs.contains("") else {
            throw ValidationError("An input is empty. Name a path, or leave the argument out.")
        }
        try Self.check(options.output.output, "--output")
        try Self.check(options.output.annotate, "--annotate")
        try Self.check(masks, "--output-segmentation-masks")
        try Self.check(model.isEmpty ? nil : model, "--model")
        inputs = MediaInput.all(from: options.input.inputs, mode: options.input.runningMode)
        results = options.output.resultPath
        if let path = options.output.annotate {
            annotations = try Annotation(path: path, inputs: inputs, isTransparent: isTransparent)
                .targets(of: inputs, isTransparent: isTransparent)
        } else {
            annotations = inputs.map { _ in nil }
        }
        self.masks = masks.map { [inputs] in MaskFolder(path: $0, inputs: inputs, kind: kind) }
        destinations = Self.destinations(
            results: results, annotate: options.output.annotate, annotations: annotations, masks: masks)
        try check(model: model, other: other)
    }

    private static func destinations(
        results: String?, annotate: String?, annotations: [AnnotationTarget?], masks: String?
    ) -> [OutputDestination] {
        let files = results.map { OutputDestination($0, folder: OutputPath.split($0).folder) }
        let drawings = annotate.flatMap { path in
            annotations.lazy.compactMap { $0?.folder }.first.map { OutputDestination(path, folder: $0) }
        }
        return [files, drawings, masks.map { OutputDestination($0, folder: $0) }].compactMap(\.self)
    }

    /// Returns whether an input is processed alone: a camera or stream; an annotated video, because drawing keeps all
    /// cores busy; or the only video, because its models can use all threads.
    func isExclusive(_ input: MediaInput) -> Bool {
        guard input.isVideo else { return false }
        return !annotations.allSatisfy { $0 == nil } || !input.isVideoFile || inputs.count(where: \.isVideo) == 1
    }

    /// Throws if the path of an option is empty, as with an unset variable of a script, or not what was typed.
    private static func check(_ path: String?, _ option: String) throws {
        guard let path else { return }
        guard !path.isEmpty else { throw ValidationError("\(option) is empty. Name a path, or leave the option out.") }
        guard !InvalidArguments.contains(path) else {
            throw ValidationError("The path of \(option), \(path), is not UTF-8. Choose another.")
        }
        guard option != "--output" || path.utf8.last != UInt8(ascii: "/") else {
            throw ValidationError("--output needs a file, but \(path) names a folder.")
        }
    }

    private func check(model: String, other: String?) throws {
        var files = OutputCheck()
        for input in inputs {
            if let identity = input.fileIdentity { files.protect(identity, "the input \(input.source)") }
        }
        if let identity = FileIdentity(path: model) { files.protect(identity, "the model \(model)") }
        if let other, let identity = FileIdentity(path: other) { files.protect(identity, "the image \(other)") }
        if let results {
            try files.claim(results, by: "--output")
        } else {
            try files.claimStandardOutput()
        }
        for (input, target) in zip(inputs, annotations) where input.isReadable {
            switch target {
            case .image(let url), .video(let url): try files.claim(url.path, by: "--annotate")
            case .frames(let folder):
                try files.claim(folder, by: "--annotate") { $0.wholeMatch(of: /frame-[0-9]{6,}\.jpg/) != nil }
            case .standardOutput: try files.claimStandardOutput()
            case nil: break
            }
        }
        if let masks {
            try files.claim(
                masks.folder, by: "--output-segmentation-masks", subfolders: masks.subfolders, where: masks.mayWrite)
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
