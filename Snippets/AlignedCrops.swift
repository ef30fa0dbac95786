import Foundation
import Lineament
import LineamentImages
import LineamentTools

var options = CropperOptions()
options.subject = .faces(.arcface(side: 112))
options.minSize = 40
let cropper = try Cropper(options: options)

let image = try MPImage(contentsOf: URL(fileURLWithPath: CommandLine.arguments[1]))
let folder = URL(fileURLWithPath: CommandLine.arguments[2])
for (number, crop) in try cropper.crops(of: image).enumerated() {
    print("face \(number) in \(crop.box), quality \(crop.quality)")
    try ImageEncoder().write(crop.image, to: folder.appendingPathComponent("\(number).png"))
}
