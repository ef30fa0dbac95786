import Foundation
import Lineament
import LineamentRender
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
            let overlay = RedactionOverlay(redaction.areas, silhouette: redaction.silhouette, method: .blur)
            // Of what is covered, not even the bits that nobody sees are kept.
            let covered = overlay.covered(width: frame.shown.width, height: frame.shown.height)
            try writer.write(overlay.drawn(over: frame.shown), over: frame, covered: covered)
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
