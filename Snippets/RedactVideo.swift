import Foundation
import Lineament
import LineamentTools
import LineamentVideo

func redact(_ source: URL, to target: URL) throws {
    let session = try Redactor().makeSession()
    var options = VideoReader.Options()
    options.squaresPixels = true  // Faces are found better in the shape in which people see them.
    let reader = try VideoReader(source, options: options)
    let writer = try VideoWriter(target, matching: reader)
    // Frames wait until it is known whether a face was missed in them.
    var waiting: [VideoFrame] = []
    func write(_ ready: [Redaction]) throws {
        for redaction in ready {
            let frame = waiting.removeFirst()
            let (areas, silhouette) = (redaction.areas, redaction.silhouette)
            let copy = try frame.shown.covering(areas, silhouette: silhouette, method: .blur)
            // Of what is covered, not even the bits that nobody sees are kept.
            let covered = areas.mask(width: copy.width, height: copy.height, silhouette: silhouette)
            try writer.write(copy, over: frame, covered: covered)
        }
    }
    while let frame = try reader.next() {
        waiting.append(frame)
        try write(session.add(MPImage(pixelBuffer: frame.pixels), time: frame.time))
    }
    try write(session.finish())
    try writer.finish()
}

try redact(URL(fileURLWithPath: CommandLine.arguments[1]), to: URL(fileURLWithPath: CommandLine.arguments[2]))
