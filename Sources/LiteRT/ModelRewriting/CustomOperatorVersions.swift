// SPDX-License-Identifier: Apache-2.0

/// Makes a model's custom operators known to the runtime, which looks for version 1 of them whichever it was told of.
enum CustomOperatorVersions {
    /// Returns the changes that set the version of each custom operator to 1.
    static func first(in bytes: ModelBytes) -> [ModelMemory.Write] {
        let model = FlatBufferTable(root: bytes, identifier: ModelSchema.identifier)
        let codes = model?.tables(ModelSchema.Model.operatorCodes) ?? []
        return codes.filter { $0.reference(to: ModelSchema.OperatorCode.customCode) != nil }
            .filter { $0.unsigned32(ModelSchema.OperatorCode.version) != nil }
            .compactMap { $0.reference(to: ModelSchema.OperatorCode.version) }
            .map { ModelMemory.Write(position: $0, value: 1) }
    }
}
