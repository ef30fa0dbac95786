// SPDX-License-Identifier: Apache-2.0
internal import Lineament
internal import LineamentRender
internal import LineamentTasks

extension TaskSettings {
    func prepareRedaction(_ models: ModelCache) throws -> any PreparedTask {
        PreparedOutput(try loadRedaction(models))
    }

    /// Returns the task of a redaction.
    func loadRedaction(_ models: ModelCache) throws -> RedactionTask {
        let choices = try redactionChoices
        let options = choices.options
        // The models depend on two options only; the others have unlimited values.
        let redactor = try models.value(for: key(of: ["what", "minDetectionConfidence"])) {
            var common = RedactorOptions()
            common.subject = options.subject
            common.minDetectionConfidence = options.minDetectionConfidence
            return try Redactor(options: common, baseOptions: models.baseOptions)
        }.with(options)
        return RedactionTask(
            redactor, RedactionOutput(method: options.method, isReview: choices.isReview), covering: given.boxes,
            didMissBoxes: given.miss)
    }

    /// Checks options of a redaction that exclude each other.
    func checkRedaction(of medium: OptionDescription.Medium) throws {
        if medium == .image, let keep = self["keep"], keep.contains(where: \.isNumber) {
            throw LineamentError(
                .invalidArgument,
                "keep=\(keep) names tracks, which images do not have. Use keep=largest, or uncover with the numbers of faces."
            )
        }
        try redactionChoices.options.check(hasVideos: medium == .video) { $1.isEmpty ? $0 : "\($0)=\($1)" }
    }

    /// The options of a redaction and of its copies.
    var redactionChoices: RedactionChoices {
        get throws {
            let choices = RedactionChoices()
            try fill(choices, RedactionChoices.table)
            return choices
        }
    }

    /// The constant rate factor of the copy of a video; `nil` for the usual one.
    var rateFactor: Int? { self["crf"].flatMap { Int($0) } }

    /// Whether the copy of a video has its audio.
    var copiesSound: Bool { self["sound"] != "drop" }

    /// Whether the copy of a video has its audio although it can be left out.
    var choosesSound: Bool { self["sound"] == "copy" }

    /// Crops are enlarged at will: those of a crowd in large squares would take the machine's memory.
    private static let maxCropPixels = 64_000_000

    func prepareCrops(_ models: ModelCache) throws -> any PreparedTask {
        let choices = CropChoices()
        try fill(choices, CropChoices.table)
        try choices.check { "\($0)=\($1)" }
        var options = choices.options
        options.maxPixels = Self.maxCropPixels
        // The files' format does not concern the models.
        let names = CropChoices.table.map(\.name).filter { $0 != "format" && $0 != "quality" }
        let cropper = try models.value(for: key(of: names)) { [options] in
            try Cropper(options: options, baseOptions: models.baseOptions)
        }
        let format = choices.format
        let encoder = choices.encoder
        return PreparedOutput(CropTask(cropper, CropOutput(options))) {
            try $0.archive($1, as: format, by: encoder, table: $2)
        }
    }
}
