internal import Lineament
internal import LineamentTasks
internal import LineamentRender

extension TaskSettings {
    func prepareRedaction(_ models: ModelCache) throws -> PreparedTask {
        let options = redactorOptions
        // The models depend on two options; who is kept has no end of values.
        let redactor = try models.value(for: key(of: ["what", "minDetectionConfidence"])) {
            var common = options
            common.kept = .nobody
            return try Redactor(options: common, baseOptions: models.baseOptions)
        }.with(kept: options.kept, method: options.method, verifies: options.verifies)
        let output = RedactionOutput(method: options.method, isReview: isSet("review"))
        return PreparedTask(LoadedTask(redactor, output), labels: .auto)
    }

    /// The options of a redaction.
    var redactorOptions: RedactorOptions {
        var options = RedactorOptions()
        options.subject = choice("what", among: RedactorOptions.Subject.allCases) ?? options.subject
        options.kept = self["keep"].flatMap(RedactorOptions.Kept.init) ?? .nobody
        if let score = number("minDetectionConfidence") { options.minDetectionConfidence = Float(score) }
        options.method = self["how"].flatMap(RedactionMethod.init(word:)) ?? .blur
        options.verifies = isSet("verify")
        return options
    }

    /// The constant rate factor of the copy of a video; `nil` for the usual one.
    var rateFactor: Int? { self["crf"].flatMap { Int($0) } }

    /// Whether the copy of a video has its audio.
    var copiesSound: Bool { self["sound"] != "drop" }

    func prepareCrops(_ models: ModelCache) throws -> PreparedTask {
        var options = CropperOptions()
        options.minSize = number("minSize") ?? 0
        options.minQuality = number("minQuality").map { Float($0) } ?? 0
        options.subject = try cropSubject()
        // Crops are enlarged at will: a crowd in large squares would take the machine's memory.
        options.maxPixels = 64_000_000
        let cropper = try models.value(for: key()) { [options] in
            try Cropper(options: options, baseOptions: models.baseOptions)
        }
        return PreparedTask(LoadedTask(cropper, CropOutput(options)), labels: .auto) { try $0.archive($1, table: $2) }
    }

    private func cropSubject() throws -> CropperOptions.Subject {
        let (size, margin) = (self["size"].flatMap { Int($0) }, number("margin"))
        guard self["what"] != "people" else {
            return .people(longerSide: size, margin: margin ?? CropperOptions.usualMarginOfPeople)
        }
        let kind = self["template"].flatMap(CropTemplate.Kind.init) ?? .square
        if let size { try CropTemplate.check(size, of: kind) }
        return .faces(CropTemplate(kind, size: size, margin: margin))
    }

    private func choice<Choice: RawRepresentable<String>>(_ name: String, among _: [Choice]) -> Choice? {
        self[name].flatMap(Choice.init)
    }
}
