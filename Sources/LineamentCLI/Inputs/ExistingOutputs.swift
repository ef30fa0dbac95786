// SPDX-License-Identifier: Apache-2.0
internal import ArgumentParser
internal import Foundation
internal import LineamentImages

/// The outputs of an earlier run, with `--skip-existing`: inputs that need no work, and their lines.
struct ExistingOutputs: Sendable {
    /// The inputs whose outputs are there, complete, by their indices.
    private let inputs: Set<Int>
    let results: EarlierResults?

    /// Looks for the outputs of inputs in folders.
    /// - Throws: `ValidationError` if there is no folder with an output for each input.
    init(
        of inputs: [MediaInput], _ annotations: [AnnotationTarget?], _ masks: MaskFolder?, _ settings: MediaSettings
    ) throws {
        try Self.check(annotations, masks, settings)
        let results = settings.resultPath.flatMap { EarlierResults(path: $0, format: settings.resultFormat) }
        let known = masks?.existing() ?? []
        self.inputs = Set(
            inputs.indices.filter { index in
                let input = inputs[index]
                guard input.isFile, annotations[index].map(\.isThere) != false else { return false }
                guard let masks else { return true }
                guard !masks.isPartial(input.relativePath) else { return false }
                return known.contains(input.relativePath) || results?.hasNobody(in: input, masks) == true
            })
        self.results = results
    }

    /// Returns whether the outputs of an input are there.
    func contains(_ index: Int) -> Bool { inputs.contains(index) }

    /// The number of inputs whose outputs are there, but not their lines.
    func count(withoutLinesAmong all: [MediaInput]) -> Int {
        inputs.count { results?.lines(of: all[$0].source) == nil }
    }

    private static func check(
        _ annotations: [AnnotationTarget?], _ masks: MaskFolder?, _ settings: MediaSettings
    ) throws {
        guard masks != nil || annotations.contains(where: { $0 != nil }) else {
            throw ValidationError(
                "--skip-existing needs a folder with an output for each input: \(settings.drawings.option).")
        }
        guard settings.drawings.path == nil || settings.drawsIntoFolder else {
            throw ValidationError(
                "--skip-existing needs a folder, but \(settings.drawings.option) names a file: "
                    + "\(settings.drawings.path ?? "").")
        }
        if case .frames? = annotations.first ?? nil {
            throw ValidationError(
                "--skip-existing cannot tell whether the frames of a video are complete. Name a file instead of a folder, "
                    + "and leave --skip-existing out.")
        }
    }
}

extension EarlierResults {
    /// Returns whether an input was done and has no files in a folder.
    fileprivate func hasNobody(in input: MediaInput, _ masks: MaskFolder) -> Bool {
        isWhole(input.source) && !mentions("-\(masks.files.kind)-", in: input.source)
    }
}

extension AnnotationTarget {
    /// Whether the file is there. Files are moved to their places once they are complete.
    fileprivate var isThere: Bool {
        guard let file = file(), let status = FileStatus(path: file.path) else { return false }
        return status.kind == .regularFile && status.size > 0
    }
}
