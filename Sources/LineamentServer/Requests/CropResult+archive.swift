internal import Foundation
internal import LineamentImages
internal import LineamentRender
internal import LineamentTasks

extension CropResult {
    /// Returns a ZIP archive of the crops as PNG files and their table, crops.json.
    /// - Parameter table: Returns the table of an image whose files are known.
    func archive(_ head: ResultHead, table: (ResultHead) -> String) throws -> Data {
        var archive = ZIPArchive()
        var head = head
        let names = crops.indices.map { "crop-\($0).png" }
        for (crop, name) in zip(crops, names) {
            archive.add(try ImageEncoder().encode(crop.image, as: .png), name: name)
        }
        head.maskFiles = names
        archive.add(Data(table(head).utf8), name: "crops.json")
        return archive.data
    }
}
