// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import LineamentImages
internal import LineamentTools
internal import LineamentTasks

extension CropResult {
    /// Returns a ZIP archive of the crops as files and their table, crops.json.
    /// - Parameters:
    ///   - format: The format of the files.
    ///   - encoder: Their encoder.
    ///   - table: Returns the table of an image whose files are known.
    func archive(
        _ head: ResultHead, as format: CropChoices.FileFormat, by encoder: ImageEncoder, table: (ResultHead) -> String
    ) throws -> Data {
        var archive = ZIPArchive()
        var head = head
        let names = crops.indices.map { "crop-\($0).\(format.rawValue)" }
        for (crop, name) in zip(crops, names) {
            archive.add(try encoder.encode(crop.image, as: format.encoded), name: name)
        }
        head.maskFiles = names
        archive.add(Data(table(head).utf8), name: "crops.json")
        return archive.data
    }
}
