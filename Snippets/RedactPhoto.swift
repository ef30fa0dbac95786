import Foundation
import Lineament
import LineamentImages
import LineamentTools

var options = RedactorOptions()
options.subject = .heads
options.method = .fill(.black)
let redactor = try Redactor(options: options)

let pixels = try ImageDecoder().decode(contentsOf: URL(fileURLWithPath: CommandLine.arguments[1]))
let found = try redactor.redaction(of: MPImage(pixelBuffer: pixels))
for area in found.areas where area.isDoubtful { print("look at \(area.rect): \(area.cause), score \(area.score)") }
let copy = try pixels.covering(found.areas, silhouette: found.silhouette, method: options.method)
try ImageEncoder().write(copy, to: URL(fileURLWithPath: CommandLine.arguments[2]))
