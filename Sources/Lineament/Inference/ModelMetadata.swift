// SPDX-License-Identifier: Apache-2.0
internal import LiteRT

/// The metadata that describes a model's input.
///
/// It is a FlatBuffer in the model's metadata entry `TFLITE_METADATA`, with identifier `M001` and the fields of
/// TensorFlow Lite's `metadata_schema.fbs`.
enum ModelMetadata {
    /// The field slots that are read, from the root table to the normalization options.
    private enum Field {
        static let subgraphs = 3
        static let inputTensors = 2
        static let processUnits = 4
        static let optionsType = 0
        static let options = 1
        static let mean = 0
        static let deviation = 1
    }

    /// The value of `ProcessUnitOptions` for `NormalizationOptions`.
    private static let normalizationOptions: UInt8 = 1

    /// Returns the tensor values of a black and a white pixel, according to the model's normalization options.
    /// - Throws: ``LineamentError`` if the model has no such options, if they are not finite, or if it normalizes its
    ///   channels differently.
    static func inputRange(of model: Model) throws -> ClosedRange<Float> {
        guard let bytes = model.metadata(named: "TFLITE_METADATA"),
            let root = FlatBufferTable(root: ModelBytes(bytes), identifier: "M001"),
            let input = root.tables(Field.subgraphs).first?.tables(Field.inputTensors).first,
            let options = input.tables(Field.processUnits)
                .first(where: { $0.byte(Field.optionsType) == normalizationOptions })?.table(Field.options),
            let mean = options.floats(Field.mean).first,
            let deviation = options.floats(Field.deviation).first, deviation > 0
        else {
            throw LineamentError(
                .notFound,
                "\(model.name) has no normalization options in its metadata, so its input range is unknown. "
                    + "Use a model published for MediaPipe Tasks.")
        }
        guard options.floats(Field.mean).allSatisfy({ $0 == mean }),
            options.floats(Field.deviation).allSatisfy({ $0 == deviation })
        else {
            throw LineamentError(
                .invalidArgument, "\(model.name) normalizes its channels differently, which is not supported.")
        }
        let black = (0 - mean) / deviation
        let white = (255 - mean) / deviation
        guard deviation.isFinite, black.isFinite, white.isFinite else {
            throw LineamentError(
                .invalidArgument,
                "\(model.name) is not usable: it normalizes its input by mean \(mean) and deviation \(deviation). "
                    + "Both must be finite and the deviation not too small; use another model.")
        }
        return black...white
    }
}
