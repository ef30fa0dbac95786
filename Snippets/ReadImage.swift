import Foundation
import Lineament
import LineamentImages

var decoder = ImageDecoder()
decoder.maxPixels = 50_000_000
do {
    let pixels = try decoder.decode(contentsOf: URL(fileURLWithPath: CommandLine.arguments[1]))
    print(pixels.width, pixels.height, pixels.format)
    let small = try ImageEncoder().encode(pixels, as: .jpeg)
    print("\(small.count) bytes as JPEG")
} catch let error as LineamentError where error.code == .dataLoss {
    print("The file is damaged: \(error.message)")
}
